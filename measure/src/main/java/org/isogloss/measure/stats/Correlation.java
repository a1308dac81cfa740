// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Correlation of paired values, such as the similarities of sentence pairs as a model and as people
 * rate them.
 */
public final class Correlation {
  private Correlation() {}

  /**
   * Pearson's product-moment correlation.
   *
   * @return -1 to 1; 0 if one side is constant or there are fewer than two pairs
   * @throws IllegalArgumentException if the lengths differ
   */
  public static double pearson(double[] a, double[] b) {
    requireSameLength(a, b);
    if (isConstant(a) || isConstant(b)) {
      return 0; // Not by the variance, because a mean is rounded.
    }
    double meanA = PairedValues.mean(a);
    double meanB = PairedValues.mean(b);
    double covariance = 0;
    double varianceA = 0;
    double varianceB = 0;
    for (int i = 0; i < a.length; i++) {
      covariance += (a[i] - meanA) * (b[i] - meanB);
      varianceA += (a[i] - meanA) * (a[i] - meanA);
      varianceB += (b[i] - meanB) * (b[i] - meanB);
    }
    double norm = Math.sqrt(varianceA) * Math.sqrt(varianceB);
    return norm == 0 ? 0 : Math.clamp(covariance / norm, -1, 1);
  }

  private static boolean isConstant(double[] values) {
    return Arrays.stream(values).allMatch(value -> value == values[0]);
  }

  /**
   * Spearman's rank correlation: Pearson's correlation of the ranks, where equal values share the
   * mean of their ranks.
   *
   * @return -1 to 1; 0 if one side is constant or there are fewer than two pairs
   * @throws IllegalArgumentException if the lengths differ
   */
  public static double spearman(double[] a, double[] b) {
    requireSameLength(a, b);
    return pearson(ranks(a), ranks(b));
  }

  private static double[] ranks(double[] values) {
    Integer[] order = new Integer[values.length];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingDouble(i -> values[i]));
    double[] ranks = new double[values.length];
    int from = 0;
    while (from < order.length) {
      int to = from + 1;
      while (to < order.length && values[order[to]] == values[order[from]]) {
        to++;
      }
      for (int i = from; i < to; i++) {
        ranks[order[i]] = (from + 1 + to) / 2.0;
      }
      from = to;
    }
    return ranks;
  }

  private static void requireSameLength(double[] a, double[] b) {
    if (a.length != b.length) {
      throw new IllegalArgumentException(
          "paired values must have the same length, found " + a.length + " and " + b.length);
    }
  }
}
