package org.isogloss.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;

/** Runs an action for many indices, on several threads if there are enough indices. */
final class EncoderThreadPool implements AutoCloseable {
  /** Number of indices that a thread takes at a time. */
  private static final int CHUNK = 64;

  private final int threads;
  private final ExecutorService helpers;
  private volatile boolean closed;

  /**
   * Creates a pool.
   *
   * @param threads number of threads that work on one call, including the caller
   */
  EncoderThreadPool(int threads) {
    this.threads = threads;
    this.helpers =
        Executors.newFixedThreadPool(
            Math.max(1, threads - 1),
            Thread.ofPlatform().daemon().name("isogloss-encoder-", 0).factory());
  }

  /**
   * Runs an action for 0, 1, ... {@code count - 1}, in no particular order.
   *
   * @throws IllegalStateException if the pool is closed
   */
  void forEach(int count, IntConsumer action) {
    if (closed) {
      throw closed();
    }
    AtomicInteger next = new AtomicInteger();
    Runnable task =
        () -> {
          for (int from = next.getAndAdd(CHUNK); from < count; from = next.getAndAdd(CHUNK)) {
            for (int i = from; i < Math.min(from + CHUNK, count); i++) {
              action.accept(i);
            }
          }
        };
    List<Future<?>> tasks = new ArrayList<>();
    try {
      for (int i = 1; i < threads && (long) i * CHUNK < count; i++) {
        tasks.add(helpers.submit(task));
      }
    } catch (RejectedExecutionException e) {
      IllegalStateException closing = closed();
      closing.initCause(e);
      throw closing;
    }
    task.run();
    tasks.forEach(EncoderThreadPool::await);
  }

  private static void await(Future<?> task) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          task.get();
          return;
        } catch (InterruptedException e) {
          // The tasks write to the caller's arrays: wait for them, then restore the interrupt flag.
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException problem
          ? problem
          : new IllegalStateException(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static IllegalStateException closed() {
    return new IllegalStateException("the encoder is closed");
  }

  /** Work in progress is completed. */
  @Override
  public void close() {
    closed = true;
    helpers.shutdown();
  }
}
