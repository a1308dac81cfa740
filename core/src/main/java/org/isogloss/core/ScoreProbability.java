// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import org.isogloss.core.util.LogOdds;

/**
 * Converts the score of a pair scorer to the probability that the passage answers the query:
 *
 * <pre>{@code
 * p = 1 / (1 + exp(-(slope score + intercept - sizeWeight ln N)))
 * }</pre>
 *
 * where {@code N} is the number of passages in the index. Without the last term this is the
 * function of Platt ("Probabilistic outputs for support vector machines", 1999, equation 1). The
 * term accounts for the fact that among more passages, a wrong one has a high score more often. A
 * scorer whose scores are probabilities is converted by their log-odds ({@link #additiveScore}).
 *
 * @param slope above 0: a passage with a higher score is more probable
 * @param intercept log-odds of the only passage of an index if its score is 0
 * @param sizeWeight log-odds that a passage loses if the index becomes e times as large, 0 or more
 */
public record ScoreProbability(double slope, double intercept, double sizeWeight) {
  /**
   * The size weight of a conversion that was estimated on one index. Estimates on 5,327, 1,103 and
   * 339 passages of one collection differ by 0.57 and 0.84 for each factor of e ({@code
   * docs/results/probabilities.md}).
   */
  public static final double DEFAULT_SIZE_WEIGHT = 0.6;

  public ScoreProbability {
    if (!(slope > 0) || Double.isInfinite(slope)) {
      throw new IllegalArgumentException("slope is " + slope + ", expected a number above 0");
    }
    if (!Double.isFinite(intercept)) {
      throw new IllegalArgumentException("intercept is " + intercept + ", expected a number");
    }
    if (!(sizeWeight >= 0) || Double.isInfinite(sizeWeight)) {
      throw new IllegalArgumentException(
          "size_weight is " + sizeWeight + ", expected a number of 0 or more");
    }
  }

  /**
   * Creates a conversion that was estimated on one index, with the {@link #DEFAULT_SIZE_WEIGHT}.
   *
   * @param slope above 0
   * @param intercept log-odds of a passage of this index if its score is 0
   * @param passages number of passages in this index, 1 or more
   */
  public static ScoreProbability ofIndex(double slope, double intercept, long passages) {
    return new ScoreProbability(
        slope, intercept + DEFAULT_SIZE_WEIGHT * Math.log((double) passages), DEFAULT_SIZE_WEIGHT);
  }

  /**
   * Returns the probability of a passage.
   *
   * @param score its {@link #additiveScore}
   * @param passages number of passages in the index, 1 or more
   * @return a probability between 0 and 1
   */
  public double of(double score, long passages) {
    return LogOdds.toProbability(
        slope * score + intercept - sizeWeight * Math.log((double) passages));
  }

  /**
   * Returns a score on an additive scale: the log-odds if the scorer returns probabilities,
   * otherwise the score itself.
   */
  public static double additiveScore(PairScorer scorer, double score) {
    return scorer.producesProbabilities() ? LogOdds.of(score) : score;
  }
}
