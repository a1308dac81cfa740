// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.concurrent;

import java.util.Collection;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.isogloss.core.IsoglossException;

/** Waits for tasks of other threads, whose failures are thrown as if the caller ran them. */
public final class Futures {
  private Futures() {}

  /**
   * Waits for a task.
   *
   * @param activity what the task does, such as "the search": begins the message if the caller is
   *     interrupted
   * @return the result of the task
   * @throws IsoglossException if the calling thread is interrupted; its flag remains set
   */
  public static <T> T await(Future<T> task, String activity) {
    try {
      return task.get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IsoglossException(activity + " was interrupted", e);
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  /**
   * Like {@link #await(Future, String)}, for several tasks; throws the failure of the first one.
   */
  public static void awaitAll(Collection<? extends Future<?>> tasks, String activity) {
    tasks.forEach(task -> await(task, activity));
  }

  /**
   * Returns the failure of a task, for callers that wait in another way.
   *
   * @throws Error if the task threw it
   */
  public static RuntimeException failure(ExecutionException e) {
    return failure(e.getCause());
  }

  /**
   * Returns a failure as an unchecked exception: itself, or the cause of an {@link
   * IllegalStateException}.
   *
   * @throws Error if it is one
   */
  static RuntimeException failure(Throwable thrown) {
    return switch (thrown) {
      case RuntimeException exception -> exception;
      case Error error -> throw error;
      case Throwable other -> new IllegalStateException(other);
    };
  }
}
