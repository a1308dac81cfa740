package org.isogloss.measure.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's two-tailed t-test of paired values: how likely a mean difference as large as the one
 * seen would be if there were none.
 *
 * @param t the statistic; infinite where all pairs differ by the same amount
 * @param degreesOfFreedom pairs less one
 * @param p from 0 to 1; 1 where there are fewer than two pairs or no pair differs
 */
public record PairedTTest(double t, int degreesOfFreedom, double p) {
  /**
   * Tests {@code b - a}.
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
