// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

/**
 * How the scores of the windows of a long text are combined into one score. Scores are
 * probabilities that a window is relevant.
 */
public enum PassageAggregation {
  /** The maximum: a text is as relevant as its best window. */
  MAX {
    @Override
    double aggregate(double[] parts) {
      double best = 0;
      for (double part : parts) {
        best = Math.max(best, part);
      }
      return best;
    }
  },
  /** The probability that any window is relevant, assuming independence: 1 - product of (1 - p). */
  NOISY_OR {
    @Override
    double aggregate(double[] parts) {
      double noneRelevant = 1;
      for (double part : parts) {
        noneRelevant *= 1 - part;
      }
      return 1 - noneRelevant;
    }
  };

  /** Returns the score of the text; for a single window, the score of that window. */
  abstract double aggregate(double[] parts);
}
