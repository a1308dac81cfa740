// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

import java.util.Arrays;
import java.util.Random;

/**
 * The bootstrap confidence interval of a mean.
 *
 * @param low lower bound
 * @param high upper bound
 * @param level confidence level between 0 and 1, for instance 0.95
 */
public record ConfidenceInterval(double low, double high, double level) {
  /** Default number of bootstrap samples. */
  public static final int DEFAULT_SAMPLES = 10_000;

  /**
   * The percentile interval of a mean (Efron 1979): the values are repeatedly sampled with
   * replacement, and the interval contains the central share {@code level} of the sample means. For
   * paired values, pass their differences.
   *
   * @param values one value per query; without values the interval is 0 to 0
   * @param level confidence level between 0 and 1
   * @param samples number of bootstrap samples, 1 or more
   */
  public static ConfidenceInterval ofMean(double[] values, double level, int samples, long seed) {
    if (!(level > 0 && level < 1) || samples < 1) {
      throw new IllegalArgumentException(
          "level is " + level + " and samples " + samples + ", expected 0 to 1, and 1 or more");
    }
    if (values.length == 0) {
      return new ConfidenceInterval(0, 0, level);
    }
    Random random = new Random(seed);
    double[] means = new double[samples];
    for (int sample = 0; sample < samples; sample++) {
      double sum = 0;
      for (int i = 0; i < values.length; i++) {
        sum += values[random.nextInt(values.length)];
      }
      means[sample] = sum / values.length;
    }
    Arrays.sort(means);
    double tail = (1 - level) / 2;
    return new ConfidenceInterval(quantile(means, tail), quantile(means, 1 - tail), level);
  }

  /** A quantile with linear interpolation, like NumPy's percentile. */
  private static double quantile(double[] sorted, double share) {
    double at = share * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
