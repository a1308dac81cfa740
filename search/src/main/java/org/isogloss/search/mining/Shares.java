package org.isogloss.search.mining;

import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import org.isogloss.core.IsoglossException;

/** The parts of a search that threads share. */
final class Shares {
  private Shares() {}

  /** Waits for all; what went wrong in one is thrown here. */
  static void await(List<Future<?>> shares) {
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
