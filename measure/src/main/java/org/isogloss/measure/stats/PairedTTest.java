// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's paired two-tailed t-test: the probability of a mean difference at least as large as the
 * observed one under the null hypothesis that the true mean difference is zero.
 *
 * @param t the test statistic; infinite if all pairs differ by the same amount
 * @param degreesOfFreedom number of pairs minus one
 * @param p the p-value, from 0 to 1; 1 if there are fewer than two pairs or no pair differs
 */
public record PairedTTest(double t, int degreesOfFreedom, double p) {
  /**
   * Tests the differences {@code b - a}.
   *
   * @throws IllegalArgumentException if the lengths differ
   */
  public static PairedTTest of(double[] a, double[] b) {
    double[] differences = PairedValues.differences(a, b);
    int n = differences.length;
    if (n < 2) {
      return new PairedTTest(0, Math.max(n - 1, 0), 1);
    }
    double mean = PairedValues.mean(differences);
    double squares = 0;
    for (double difference : differences) {
      squares += (difference - mean) * (difference - mean);
    }
    if (squares == 0) {
      double t = mean == 0 ? 0 : Math.copySign(Double.POSITIVE_INFINITY, mean);
      return new PairedTTest(t, n - 1, mean == 0 ? 1 : 0);
    }
    double t = mean / Math.sqrt(squares / (n - 1) / n);
    double p = 2 * TDistribution.of(n - 1.0).survivalProbability(Math.abs(t));
    return new PairedTTest(t, n - 1, Math.min(p, 1));
  }
}
