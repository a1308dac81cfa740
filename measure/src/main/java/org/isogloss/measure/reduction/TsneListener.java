// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

/** Receives the progress of t-SNE. */
@FunctionalInterface
public interface TsneListener {
  /** A listener that ignores the progress. */
  TsneListener NONE = (iteration, iterations, divergence) -> {};

  /**
   * Reports progress, after every 50 iterations and at the end.
   *
   * @param iteration number of iterations so far
   * @param iterations number of all iterations
   * @param divergence the Kullback-Leibler divergence in nats, without exaggeration
   */
  void progress(int iteration, int iterations, double divergence);
}
