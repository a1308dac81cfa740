// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs tasks on several threads, of which at most twice as many are pending as there are threads.
 */
final class BoundedTasks implements AutoCloseable {
  private final int slots;
  private final Semaphore free;
  private final ExecutorService workers;
  private final AtomicReference<RuntimeException> failure = new AtomicReference<>();

  BoundedTasks(int threads) {
    this.slots = 2 * threads;
    this.free = new Semaphore(slots);
    this.workers =
        Executors.newFixedThreadPool(
            threads, Thread.ofPlatform().daemon().name("isogloss-copy-", 0).factory());
  }

  /**
   * Submits a task; waits if too many are pending.
   *
   * @throws RuntimeException the failure of an earlier task
   */
  void run(Runnable task) {
    free.acquireUninterruptibly();
    rethrow();
    workers.execute(
        () -> {
          try {
            if (failure.get() == null) {
              task.run();
            }
          } catch (RuntimeException e) {
            failure.compareAndSet(null, e);
          } finally {
            free.release();
          }
        });
  }

  /**
   * Waits for all tasks.
   *
   * @throws RuntimeException the failure of a task
   */
  void await() {
    free.acquireUninterruptibly(slots);
    free.release(slots);
    rethrow();
  }

  private void rethrow() {
    RuntimeException found = failure.get();
    if (found != null) {
      throw found;
    }
  }

  @Override
  public void close() {
    failure.compareAndSet(null, new IllegalStateException("the tasks were closed"));
    workers.close();
  }
}
