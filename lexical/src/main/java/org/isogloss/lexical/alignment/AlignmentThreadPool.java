package org.isogloss.lexical.alignment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

/** A pool of threads for numbered tasks. Each task is run by one thread, in no particular order. */
final class AlignmentThreadPool implements AutoCloseable {
  private final int threads;
  private final ExecutorService pool;

  AlignmentThreadPool(int threads) {
    this.threads = threads;
    this.pool =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("isogloss-align-", 0).factory());
  }

  /**
   * Runs tasks 0, 1, ... {@code count - 1} and waits for all of them.
   *
   * @param scratch creates the working memory of a thread
   */
  <S> void forEach(int count, Supplier<S> scratch, ObjIntConsumer<S> task) {
    AtomicInteger next = new AtomicInteger();
    List<Future<?>> futures = new ArrayList<>();
    for (int t = 0; t < Math.min(threads, count); t++) {
      futures.add(
          pool.submit(
              () -> {
                S threadScratch = scratch.get();
                for (int i = next.getAndIncrement(); i < count; i = next.getAndIncrement()) {
                  task.accept(threadScratch, i);
                }
              }));
    }
    futures.forEach(AlignmentThreadPool::await);
  }

  private static void await(Future<?> future) {
    try {
      future.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while words were aligned", e);
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException problem -> throw problem;
        case Error error -> throw error;
        case Throwable other -> throw new IllegalStateException(other);
      }
    }
  }

  @Override
  public void close() {
    pool.shutdownNow();
  }
}
