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

/** Does something for each of many numbers, on several threads where there are enough of them. */
final class EncoderThreadPool implements AutoCloseable {
  /** So many are done by one thread before it asks for more. */
  private static final int CHUNK = 64;

  private final int threads;
  private final ExecutorService helpers;
  private volatile boolean closed;

  /**
   * Threads for {@link #forEach}.
   *
   * @param threads how many work at one call, the caller among them
   */
  EncoderThreadPool(int threads) {
    this.threads = threads;
    this.helpers =
        Executors.newFixedThreadPool(
            Math.max(1, threads - 1),
            Thread.ofPlatform().daemon().name("isogloss-encoder-", 0).factory());
  }

  /**
   * Does something for 0, 1, ... {@code count - 1}, in no order.
   *
   * @throws IllegalStateException if this is closed
   */
  void forEach(int count, IntConsumer action) {
    if (closed) {
      throw closed();
    }
    AtomicInteger next = new AtomicInteger();
    Runnable share =
        () -> {
          for (int from = next.getAndAdd(CHUNK); from < count; from = next.getAndAdd(CHUNK)) {
            for (int i = from; i < Math.min(from + CHUNK, count); i++) {
              action.accept(i);
            }
          }
        };
    List<Future<?>> shares = new ArrayList<>();
    try {
      for (int i = 1; i < threads && (long) i * CHUNK < count; i++) {
        shares.add(helpers.submit(share));
      }
    } catch (RejectedExecutionException e) {
      IllegalStateException closing = closed();
      closing.initCause(e);
      throw closing;
    }
    share.run();
    shares.forEach(EncoderThreadPool::await);
  }

  private static void await(Future<?> share) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          share.get();
          return;
        } catch (InterruptedException e) {
          // The shares hold on to the caller's arrays: wait for them, then pass the word on.
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

  /** Work that has begun goes on to its end. */
  @Override
  public void close() {
    closed = true;
    helpers.shutdown();
  }
}
