// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Runs an action in intervals, on a thread of its own, until it is closed. */
final class RefreshTask implements AutoCloseable {
  private final Runnable action;
  private final Duration interval;
  private final CountDownLatch stopping = new CountDownLatch(1);
  private final Thread thread;

  /**
   * Starts the task.
   *
   * @param action throws nothing
   * @param interval the time between the end of the action and its next begin
   */
  RefreshTask(String name, Runnable action, Duration interval) {
    this.action = action;
    this.interval = interval;
    this.thread = Thread.ofPlatform().daemon().name(name).start(this::run);
  }

  private void run() {
    try {
      while (!stopping.await(interval.toNanos(), TimeUnit.NANOSECONDS)) {
        action.run();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until the running action has ended; none begins afterwards. */
  @Override
  public void close() {
    stopping.countDown();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
