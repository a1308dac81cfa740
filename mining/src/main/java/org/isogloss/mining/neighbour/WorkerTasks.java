package org.isogloss.mining.neighbour;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.isogloss.core.IsoglossException;

/** The parts of a search that threads share. */
final class WorkerTasks {
  private WorkerTasks() {}

  /** Waits for all; what went wrong in one is thrown here. */
  static void awaitAll(List<Future<?>> shares) {
    for (Future<?> share : shares) {
      try {
        share.get();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IsoglossException("interrupted while looking for neighbours", e);
      } catch (ExecutionException e) {
        throw e.getCause() instanceof RuntimeException problem
            ? problem
            : new IllegalStateException(e.getCause());
      }
    }
  }
}
