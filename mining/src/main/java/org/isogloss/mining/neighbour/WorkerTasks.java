// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.isogloss.core.IsoglossException;

/** The tasks of a search that run on several threads. */
final class WorkerTasks {
  private WorkerTasks() {}

  /** Waits for all tasks, and throws the exception of a failed task. */
  static void awaitAll(List<Future<?>> tasks) {
    for (Future<?> task : tasks) {
      try {
        task.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IsoglossException("the search for neighbours was interrupted", e);
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException exception
            ? exception
            : new IllegalStateException(e.getCause());
      }
    }
  }
}
