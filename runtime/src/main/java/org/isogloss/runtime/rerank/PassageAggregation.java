package org.isogloss.runtime.rerank;

/**
 * How the scores of a long text's parts become its one score. Scores are probabilities that the
 * part is relevant.
 */
public enum PassageAggregation {
  /** The best part's: a text is as relevant as the best that it has. */
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
  /** That of any part being relevant, each independent of the others: 1 - product of (1 - p). */
  NOISY_OR {
    @Override
    double aggregate(double[] parts) {
      double none = 1;
      for (double part : parts) {
        none *= 1 - part;
      }
      return 1 - none;
    }
  };

  /** The score of the whole; of one part, its own. */
  abstract double aggregate(double[] parts);
}
