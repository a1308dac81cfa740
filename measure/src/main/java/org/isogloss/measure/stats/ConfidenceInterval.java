package org.isogloss.measure.stats;

import java.util.Arrays;
import java.util.Random;

/**
 * Where a mean lies, by the bootstrap.
 *
 * @param low its lower end
 * @param high its upper end
 * @param level how sure that is, between 0 and 1: 0.95
 */
public record ConfidenceInterval(double low, double high, double level) {
  /** How many samples are drawn where nobody says. */
  public static final int DEFAULT_SAMPLES = 10_000;

  /**
   * The percentile interval of a mean (Efron 1979): the values are drawn with replacement, over and
   * over, and the middle {@code level} of the means so gained is the interval. For a difference of
   * paired values give their differences.
   *
   * @param values one for each query; of none the interval is 0 to 0
   * @param level between 0 and 1
   * @param samples how often to draw, 1 or more
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

  /** Between neighbours by straight line, as NumPy's percentile does. */
  private static double quantile(double[] sorted, double share) {
    double at = share * (sorted.length - 1);
    int below = (int) at;
    int above = Math.min(below + 1, sorted.length - 1);
    return sorted[below] + (at - below) * (sorted[above] - sorted[below]);
  }
}
