// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.isogloss.core.IsoglossException;

/**
 * Runs tasks on several threads. At most twice as many are pending as there are threads, so that
 * memory does not depend on the number of tasks. After a failure, no further task starts.
 */
final class BoundedTasks implements AutoCloseable {
  private final int slots;
  private final Semaphore free;
  private final ExecutorService workers;
  private final AtomicReference<Throwable> failure = new AtomicReference<>();

  /**
   * Creates the threads.
   *
   * @param name beginning of their names
   */
  BoundedTasks(String name, int threads) {
    this.slots = 2 * threads;
    this.free = new Semaphore(slots);
    this.workers =
        Executors.newFixedThreadPool(threads, Thread.ofPlatform().daemon().name(name, 0).factory());
  }

  /**
   * Submits a task; waits if too many are pending.
   *
   * @param end runs after the task, whether or not it started
   * @throws RuntimeException the failure of an earlier task
   * @throws IsoglossException if the thread is interrupted
   */
  void submit(Runnable task, Runnable end) {
    acquire(1);
    try {
      rethrow();
    } catch (RuntimeException | Error e) {
      free.release();
      throw e;
    }
    workers.execute(
        () -> {
          try {
            if (failure.get() == null) {
              task.run();
            }
          } catch (Throwable e) {
            failure.compareAndSet(null, e);
          } finally {
            end.run();
            free.release();
          }
        });
  }

  /**
   * Waits until no task is pending.
   *
   * @throws RuntimeException the failure of a task
   * @throws IsoglossException if the thread is interrupted
   */
  void drain() {
    acquire(slots);
    free.release(slots);
    rethrow();
  }

  private void acquire(int permits) {
    try {
      free.acquire(permits);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IsoglossException(
          "indexing was interrupted; run it again to resume from the last commit", e);
    }
  }

  private void rethrow() {
    switch (failure.get()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  /** Starts no further tasks and waits for the running ones. */
  @Override
  public void close() {
    failure.compareAndSet(null, new IllegalStateException("the tasks were closed"));
    workers.close();
  }
}
