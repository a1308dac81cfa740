// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.http;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import org.isogloss.core.Deadline;
import org.isogloss.core.DeadlineExceededException;
import org.isogloss.core.concurrent.Futures;

/**
 * Runs the work of requests on a fixed number of platform threads, because native code of the
 * models would block the carriers of virtual threads. More threads than processors let requests of
 * many clients share the batches of a model. Requests wait in a queue of fixed length; beyond it
 * they are refused at once. Thread-safe.
 */
public final class RequestPool implements AutoCloseable {
  /** Weight of the newest duration in the moving average. */
  private static final double SMOOTHING = 0.1;

  private static final Duration MAX_RETRY = Duration.ofSeconds(60);

  private final ThreadPoolExecutor executor;
  private final Duration timeLimit;
  private final AtomicLong averageNanos = new AtomicLong();
  private final AtomicLong rejected = new AtomicLong();

  /**
   * Starts the pool.
   *
   * @param threads number of requests that are processed at the same time, 1 or more
   * @param queue number of requests that may wait, 1 or more
   * @param timeLimit how long a client waits at most, including the time in the queue
   */
  public RequestPool(int threads, int queue, Duration timeLimit) {
    this.timeLimit = timeLimit;
    this.executor =
        new ThreadPoolExecutor(
            threads,
            threads,
            1,
            TimeUnit.MINUTES,
            new ArrayBlockingQueue<>(queue),
            Thread.ofPlatform().daemon().name("isogloss-work-", 0).factory());
    executor.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs a task and waits for it. The time limit is also the {@link Deadline} of the task, which
   * ends soon after its client has given up.
   *
   * @throws RequestException if the queue is full, the time limit is exceeded, or the task throws
   *     it
   * @throws IOException if the task throws it
   */
  public Reply run(Callable<Reply> task) throws IOException {
    long accepted = System.nanoTime();
    Future<Reply> future;
    try {
      future =
          executor.submit(
              () -> {
                Duration waited = Duration.ofNanos(System.nanoTime() - accepted);
                return Deadline.call(timeLimit.minus(waited), () -> timed(task));
              });
    } catch (RejectedExecutionException e) {
      throw refusal();
    }
    try {
      return future.get(timeLimit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      future.cancel(false);
      throw late();
    } catch (InterruptedException e) {
      future.cancel(false);
      Thread.currentThread().interrupt();
      throw RequestException.of(RequestException.Reason.UNAVAILABLE, "the server is stopping");
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case DeadlineExceededException exception ->
            throw System.nanoTime() - accepted < timeLimit.toNanos() ? exceedsOwnLimit() : late();
        case IOException exception -> throw exception;
        default -> throw Futures.failure(e);
      }
    }
  }

  /** The error of a request with a shorter limit of its own. */
  private static RequestException exceedsOwnLimit() {
    return RequestException.of(
        RequestException.Reason.UNAVAILABLE,
        "no answer within the time that the request allows: ask for less, or allow more time");
  }

  private RequestException late() {
    return RequestException.of(
        RequestException.Reason.UNAVAILABLE,
        "no answer within " + timeLimit.toSeconds() + " s: ask for less, or try again later");
  }

  private Reply timed(Callable<Reply> task) throws Exception {
    long start = System.nanoTime();
    try {
      return task.call();
    } finally {
      long elapsed = System.nanoTime() - start;
      averageNanos.updateAndGet(
          average -> average == 0 ? elapsed : (long) (average + SMOOTHING * (elapsed - average)));
    }
  }

  private RequestException refusal() {
    if (executor.isShutdown()) {
      return RequestException.of(RequestException.Reason.UNAVAILABLE, "the server is stopping");
    }
    rejected.incrementAndGet();
    long waiting = executor.getQueue().size() * averageNanos.get() / executor.getMaximumPoolSize();
    // Rounded up to whole seconds, the unit of the header.
    long seconds = Math.clamp(Duration.ofNanos(waiting).toSeconds() + 1, 1, MAX_RETRY.toSeconds());
    return RequestException.overloaded(
        "too many requests are waiting; try again later", Duration.ofSeconds(seconds));
  }

  /** Number of requests that wait for a thread. */
  public int waiting() {
    return executor.getQueue().size();
  }

  /** Number of requests that threads work on. */
  public int running() {
    return executor.getActiveCount();
  }

  /** Number of requests that were refused because the queue was full. */
  public long rejected() {
    return rejected.get();
  }

  /** Refuses new requests, and waits until accepted ones are finished or exceed the time limit. */
  @Override
  public void close() {
    executor.shutdown();
    try {
      if (!executor.awaitTermination(timeLimit.toMillis(), TimeUnit.MILLISECONDS)) {
        executor.shutdownNow();
      }
    } catch (InterruptedException e) {
      executor.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
