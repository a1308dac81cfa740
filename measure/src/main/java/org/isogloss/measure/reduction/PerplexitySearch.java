// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.Arrays;

/**
 * Conditional probabilities of neighbours with a given perplexity (van der Maaten and Hinton 2008,
 * equation 1 and section 2): {@code p_j = exp(-beta d_j) / sum_k exp(-beta d_k)} for squared
 * distances {@code d}, with the precision {@code beta} for which the entropy is the logarithm of
 * the perplexity. It is found by Newton's method on {@code log beta} inside a bracket, with
 * bisection where a step leaves the bracket.
 */
final class PerplexitySearch {
  private static final double TOLERANCE = 1e-5;
  private static final int MAX_STEPS = 100;

  private PerplexitySearch() {}

  /**
   * Replaces squared distances by probabilities. If more distances than the perplexity are equal to
   * the smallest one, the entropy cannot be reached, and these neighbours share the probability.
   *
   * @param values squared distances; receives their probabilities
   */
  static void toProbabilities(double[] values, double perplexity) {
    double nearest = Arrays.stream(values).min().orElseThrow();
    double mean = Arrays.stream(values).average().orElseThrow() - nearest;
    int count = values.length;
    double[] distances = new double[count];
    for (int j = 0; j < count; j++) {
      distances[j] = values[j] - nearest; // The probabilities do not change.
    }
    double target = Math.log(perplexity);
    double low = Double.NEGATIVE_INFINITY;
    double high = Double.POSITIVE_INFINITY;
    double logBeta = mean > 0 ? -Math.log(mean) : 0;
    for (int step = 0; step < MAX_STEPS; step++) {
      double beta = Math.exp(logBeta);
      double sum = 0;
      double weighted = 0;
      double squared = 0;
      for (int j = 0; j < count; j++) {
        double weight = Math.exp(-beta * distances[j]);
        values[j] = weight;
        sum += weight;
        weighted += weight * distances[j];
        squared += weight * distances[j] * distances[j];
      }
      double expected = weighted / sum;
      double excess = Math.log(sum) + beta * expected - target;
      for (int j = 0; j < count; j++) {
        values[j] /= sum;
      }
      if (Math.abs(excess) <= TOLERANCE) {
        return;
      }
      if (excess > 0) {
        low = logBeta;
      } else {
        high = logBeta;
      }
      double slope = beta * beta * (squared / sum - expected * expected); // -dH / d(log beta)
      logBeta = next(logBeta, excess / slope, low, high);
    }
  }

  private static double next(double at, double newton, double low, double high) {
    double step = Math.clamp(newton, -2, 2);
    if (at + step > low && at + step < high) {
      return at + step;
    }
    return high == Double.POSITIVE_INFINITY
        ? at + 2
        : low == Double.NEGATIVE_INFINITY ? at - 2 : (low + high) / 2;
  }
}
