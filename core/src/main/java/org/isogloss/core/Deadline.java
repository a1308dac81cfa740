// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.time.Duration;
import java.util.concurrent.Callable;

/**
 * The time at which the work of a thread should end. Searches check it between their steps, so that
 * a search whose client no longer waits does not go on. Interrupting the thread instead could close
 * files that other threads use.
 */
public final class Deadline {
  /** The value of {@link System#nanoTime} at which the work of this thread should end. */
  private static final ThreadLocal<Long> NANOS = new ThreadLocal<>();

  private Deadline() {}

  /**
   * Does work that should end in time. An earlier deadline of this thread remains.
   *
   * @param limit the available time
   * @throws DeadlineExceededException if a step of the work was not begun in time
   * @throws Exception if the work throws it
   */
  public static <T> T call(Duration limit, Callable<T> work) throws Exception {
    Long outer = NANOS.get();
    long own = System.nanoTime() + limit.toNanos();
    NANOS.set(outer == null || own - outer < 0 ? Long.valueOf(own) : outer);
    try {
      return work.call();
    } finally {
      if (outer == null) {
        NANOS.remove();
      } else {
        NANOS.set(outer);
      }
    }
  }

  /**
   * Called before a step of the work.
   *
   * @throws DeadlineExceededException if the thread has a deadline, and it has passed
   */
  public static void check() {
    Long nanos = NANOS.get();
    if (nanos != null && System.nanoTime() - nanos >= 0) {
      throw new DeadlineExceededException();
    }
  }
}
