// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.scoring;

import java.util.Arrays;
import java.util.Optional;
import org.isogloss.core.util.Margin;

/**
 * A threshold of scores that separates translations from other pairs, estimated from the
 * distribution of the scores alone: a mixture of a Gumbel distribution, that of the best of many
 * wrong candidates, and of a normal distribution, that of translations, fitted by expectation
 * maximisation. Ratios are replaced by their logarithms, which have these distributions more
 * nearly: those of a model with large ratios are skewed.
 *
 * @param threshold lowest score of which a translation is at least as probable as another pair
 * @param retained number of pairs with at least this score
 * @param expectedTranslations expected number of translations among all pairs
 * @param expectedPrecision expected share of translations among the retained pairs, 0 to 1
 * @param separation distance of the means of both distributions in units of the sum of their
 *     standard deviations
 * @param evidence logarithm of how much more likely the scores are from the mixture than from one
 *     of its distributions alone, less the penalty of the Bayesian information criterion for its
 *     three additional parameters
 */
public record ThresholdEstimate(
    double threshold,
    int retained,
    double expectedTranslations,
    double expectedPrecision,
    double separation,
    double evidence) {
  /**
   * The separation from which proposals were good: with models and languages that have less, the
   * precision was often overestimated.
   */
  private static final double MIN_SEPARATION = 1.1;

  private static final int MIN_SCORES = 50;
  private static final int MAX_SCORES = 20_000;

  /** Lower ratios, which no translation has, count as this one. */
  private static final double MIN_RATIO = 1e-3;

  /** Whether translations and other pairs differ enough for the threshold to be trusted. */
  public boolean isReliable() {
    return separation >= MIN_SEPARATION && evidence > 0;
  }

  /**
   * Estimates the threshold.
   *
   * @param scores the scores of the best pair of each sentence, in any order
   * @param margin the margin by which they were computed
   * @return empty for fewer than {@value #MIN_SCORES} scores, or if no mixture fits them
   */
  public static Optional<ThresholdEstimate> of(double[] scores, Margin margin) {
    double[] sorted = scores.clone();
    Arrays.sort(sorted);
    if (sorted.length < MIN_SCORES || sorted[0] == sorted[sorted.length - 1]) {
      return Optional.empty();
    }
    double[] fitted =
        margin == Margin.RATIO
            ? Arrays.stream(sorted).map(score -> Math.log(Math.max(MIN_RATIO, score))).toArray()
            : sorted;
    double[] sample = sample(fitted);
    return ScoreMixture.fit(sample).flatMap(mixture -> of(sorted, fitted, sample, mixture));
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

  private static Optional<ThresholdEstimate> of(
      double[] sorted, double[] fitted, double[] sample, ScoreMixture mixture) {
    double all = 0;
    double above = 0;
    int first = sorted.length;
    for (int i = sorted.length - 1; i >= 0; i--) {
      double probability = mixture.translationProbability(fitted[i]);
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
                sorted[first],
                retained,
                all,
                above / retained,
                mixture.separation(),
                mixture.evidence(sample)));
  }
}
