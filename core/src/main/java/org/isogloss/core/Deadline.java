// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.time.Duration;
import java.util.Optional;

/**
 * The time at which the work of a thread should end. Searches check it between their steps, so that
 * a search whose client no longer waits does not continue. Interrupting the thread instead could
 * close files that other threads use.
 */
public final class Deadline {
  /** The value of {@link System#nanoTime} at which the work of this thread should end. */
  private static final ThreadLocal<Long> NANOS = new ThreadLocal<>();

  /** Work that returns a value or throws an exception. */
  @FunctionalInterface
  public interface Work<T, E extends Exception> {
    T run() throws E;
  }

  private Deadline() {}

  /**
   * Does work that should end in time. An earlier deadline of this thread remains.
   *
   * @param limit the available time
   * @throws DeadlineExceededException if a step of the work was not begun in time
   * @throws E if the work throws it
   */
  public static <T, E extends Exception> T call(Duration limit, Work<T, E> work) throws E {
    Long outer = NANOS.get();
    long own = System.nanoTime() + limit.toNanos();
    return callUntil(outer == null || own - outer < 0 ? Long.valueOf(own) : outer, work);
  }

  /** Returns work that has the deadline of the calling thread, on whatever thread it is done. */
  public static Runnable inherited(Runnable work) {
    Long nanos = NANOS.get();
    return nanos == null
        ? work
        : () ->
            Deadline.<Boolean, RuntimeException>callUntil(
                nanos,
                () -> {
                  work.run();
                  return true;
                });
  }

  /** The time that is left to the work of this thread, 0 or less if none; empty if unlimited. */
  public static Optional<Duration> remaining() {
    return Optional.ofNullable(NANOS.get())
        .map(nanos -> Duration.ofNanos(nanos - System.nanoTime()));
  }

  private static <T, E extends Exception> T callUntil(Long nanos, Work<T, E> work) throws E {
    Long outer = NANOS.get();
    NANOS.set(nanos);
    try {
      return work.run();
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
