// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.scoring;

import java.util.Arrays;
import java.util.Optional;

/**
 * A mixture of a Gumbel and a normal distribution.
 *
 * @param weight share of the normal distribution, 0 to 1
 * @param others mean and standard deviation of the Gumbel distribution, by which its location and
 *     scale are estimated
 * @param translations mean and standard deviation of the normal distribution
 * @param logLikelihood of the scores to which it was fitted
 */
record ScoreMixture(double weight, Moments others, Moments translations, double logLikelihood) {
  private static final double EULER_GAMMA = 0.5772156649015329;
  private static final double[] STARTS = {0.1, 0.3, 0.5, 0.7, 0.9};
  private static final int MAX_ITERATIONS = 200;
  private static final double TOLERANCE = 1e-4;
  private static final double MIN_DEVIATION = 1e-4;
  private static final double MIN_WEIGHT = 1e-4;

  /** Five parameters of the mixture, two of a single distribution. */
  private static final int ADDITIONAL_PARAMETERS = 3;

  /** A mean and a standard deviation. */
  record Moments(double mean, double deviation) {}

  /**
   * Fits a mixture, from several starts.
   *
   * @param sorted the scores, the lowest first
   * @return the most likely one whose normal distribution has the higher mean; empty if there is
   *     none
   */
  static Optional<ScoreMixture> fit(double[] sorted) {
    Optional<ScoreMixture> best = Optional.empty();
    for (double start : STARTS) {
      ScoreMixture fitted = fit(sorted, start);
      boolean isOrdered = fitted.translations().mean() > fitted.others().mean();
      if (isOrdered && (best.isEmpty() || fitted.logLikelihood() > best.get().logLikelihood())) {
        best = Optional.of(fitted);
      }
    }
    return best;
  }

  private static ScoreMixture fit(double[] sorted, double start) {
    double[] probabilities = new double[sorted.length];
    for (int i = (int) (start * sorted.length); i < sorted.length; i++) {
      probabilities[i] = 1;
    }
    ScoreMixture mixture = maximise(sorted, probabilities, Double.NEGATIVE_INFINITY);
    for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      double logLikelihood = 0;
      for (int i = 0; i < sorted.length; i++) {
        double other = mixture.otherDensity(sorted[i]);
        double translation = mixture.translationDensity(sorted[i]);
        double sum = Math.max(Double.MIN_NORMAL, other + translation);
        probabilities[i] = translation / sum;
        logLikelihood += Math.log(sum);
      }
      boolean hasConverged = Math.abs(logLikelihood - mixture.logLikelihood()) < TOLERANCE;
      mixture = maximise(sorted, probabilities, logLikelihood);
      if (hasConverged) {
        break;
      }
    }
    return mixture;
  }

  private static ScoreMixture maximise(
      double[] scores, double[] probabilities, double logLikelihood) {
    double sum = 0;
    double[] complements = new double[probabilities.length];
    for (int i = 0; i < probabilities.length; i++) {
      sum += probabilities[i];
      complements[i] = 1 - probabilities[i];
    }
    double weight = Math.clamp(sum / scores.length, MIN_WEIGHT, 1 - MIN_WEIGHT);
    return new ScoreMixture(
        weight, moments(scores, complements), moments(scores, probabilities), logLikelihood);
  }

  private static Moments moments(double[] scores, double[] weights) {
    double all = 1e-9;
    double sum = 0;
    for (int i = 0; i < scores.length; i++) {
      all += weights[i];
      sum += weights[i] * scores[i];
    }
    double mean = sum / all;
    double squares = 0;
    for (int i = 0; i < scores.length; i++) {
      squares += weights[i] * (scores[i] - mean) * (scores[i] - mean);
    }
    return new Moments(mean, Math.max(MIN_DEVIATION, Math.sqrt(squares / all)));
  }

  /**
   * The probability that a pair with a score is a translation. It increases with the score: beyond
   * the means, where one density may vanish before the other, it is that of the mean.
   */
  double translationProbability(double score) {
    if (score <= others.mean()) {
      return 0;
    }
    double bounded = Math.min(score, translations.mean());
    double translation = translationDensity(bounded);
    return translation / Math.max(Double.MIN_NORMAL, translation + otherDensity(bounded));
  }

  private double translationDensity(double score) {
    return weight * normal(score, translations);
  }

  private double otherDensity(double score) {
    return (1 - weight) * gumbel(score, others);
  }

  private static double normal(double score, Moments moments) {
    double z = (score - moments.mean()) / moments.deviation();
    return Math.exp(-z * z / 2) / (moments.deviation() * Math.sqrt(2 * Math.PI));
  }

  private static double gumbel(double score, Moments moments) {
    double scale = moments.deviation() * Math.sqrt(6) / Math.PI;
    double z = (score - (moments.mean() - EULER_GAMMA * scale)) / scale;
    return Math.exp(-z - Math.exp(-z)) / scale;
  }

  /**
   * The logarithm of the likelihood ratio of the mixture and of the more likely one of a single
   * Gumbel and a single normal distribution, less half of the difference of their penalties by the
   * Bayesian information criterion.
   *
   * @param scores those to which the mixture was fitted
   */
  double evidence(double[] scores) {
    double[] ones = new double[scores.length];
    Arrays.fill(ones, 1);
    Moments all = moments(scores, ones);
    double normal = 0;
    double gumbel = 0;
    for (double score : scores) {
      normal += Math.log(Math.max(Double.MIN_NORMAL, normal(score, all)));
      gumbel += Math.log(Math.max(Double.MIN_NORMAL, gumbel(score, all)));
    }
    return logLikelihood
        - Math.max(normal, gumbel)
        - ADDITIONAL_PARAMETERS * Math.log(scores.length) / 2;
  }

  double separation() {
    return (translations.mean() - others.mean()) / (translations.deviation() + others.deviation());
  }
}
