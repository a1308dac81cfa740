// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.scoring;

import java.util.Arrays;
import java.util.Optional;

/**
 * A threshold of scores that separates translations from other pairs, estimated from the
 * distribution of the scores alone: a mixture of a Gumbel distribution, that of the best of many
 * wrong candidates, and of a normal distribution, that of translations, fitted by expectation
 * maximisation.
 *
 * @param threshold lowest score of which a translation is at least as probable as another pair
 * @param retained number of pairs with at least this score
 * @param expectedTranslations expected number of translations among all pairs
 * @param expectedPrecision expected share of translations among the retained pairs, 0 to 1
 * @param separation distance of the means of both distributions in units of the sum of their
 *     standard deviations
 */
public record ThresholdEstimate(
    double threshold,
    int retained,
    double expectedTranslations,
    double expectedPrecision,
    double separation) {
  /** The separation from which the distributions overlap little enough for a proposal. */
  private static final double MIN_SEPARATION = 1.5;

  private static final int MIN_SCORES = 50;
  private static final int MAX_SCORES = 20_000;

  /** Whether translations and other pairs differ enough for the threshold to be trusted. */
  public boolean isReliable() {
    return separation >= MIN_SEPARATION;
  }

  /**
   * Estimates the threshold.
   *
   * @param scores the scores of the best pair of each sentence, in any order
   * @return empty for fewer than {@value #MIN_SCORES} scores, or if no mixture fits them
   */
  public static Optional<ThresholdEstimate> of(double[] scores) {
    double[] sorted = scores.clone();
    Arrays.sort(sorted);
    if (sorted.length < MIN_SCORES || sorted[0] == sorted[sorted.length - 1]) {
      return Optional.empty();
    }
    return ScoreMixture.fit(sample(sorted)).flatMap(mixture -> of(sorted, mixture));
  }

  /** Every n-th score, so that the time is bounded. */
  private static double[] sample(double[] sorted) {
    if (sorted.length <= MAX_SCORES) {
      return sorted;
    }
    double[] sample = new double[MAX_SCORES];
    for (int i = 0; i < MAX_SCORES; i++) {
      sample[i] = sorted[(int) ((i + 0.5) * sorted.length / MAX_SCORES)];
    }
    return sample;
  }

  private static Optional<ThresholdEstimate> of(double[] sorted, ScoreMixture mixture) {
    double all = 0;
    double above = 0;
    int first = sorted.length;
    for (int i = sorted.length - 1; i >= 0; i--) {
      double probability = mixture.translationProbability(sorted[i]);
      all += probability;
      if (probability >= 0.5) {
        above += probability;
        first = i;
      }
    }
    int retained = sorted.length - first;
    return retained == 0
        ? Optional.empty()
        : Optional.of(
            new ThresholdEstimate(
                sorted[first], retained, all, above / retained, mixture.separation()));
  }
}
