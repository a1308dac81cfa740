// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.Arrays;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Natural breaks (Jenks, <em>The Data Model Concept in Statistical Mapping</em>, 1967): splits
 * numbers into classes of consecutive values such that the sum of the squared deviations from the
 * means of the classes is minimal. The minimum is found exactly by dynamic programming (Fisher,
 * <em>On Grouping for Maximum Homogeneity</em>, JASA 1958), in time proportional to the number of
 * classes and the square of the number of values.
 *
 * <p>Equal values are always in the same class, so that there are no more classes than different
 * values.
 */
final class NaturalBreaks {
  /** The smallest value of each class, in ascending order. */
  private final double[] lowerBounds;

  private NaturalBreaks(double[] lowerBounds) {
    this.lowerBounds = lowerBounds;
  }

  /**
   * Classifies values. If several classifications are optimal, the class of the highest values is
   * as large as possible, then the next one.
   *
   * @param values at least one finite value, in any order
   * @param classes maximum number of classes, 1 or more
   */
  static NaturalBreaks of(double[] values, int classes) {
    if (values.length == 0 || !Arrays.stream(values).allMatch(Double::isFinite)) {
      throw new IllegalArgumentException(
          "values are " + Arrays.toString(values) + ", expected one or more finite values");
    }
    if (classes < 1) {
      throw new IllegalArgumentException("classes is " + classes + ", expected 1 or more");
    }
    NavigableMap<Double, Integer> counts = new TreeMap<>();
    for (double value : values) {
      counts.merge(value + 0.0, 1, Integer::sum); // -0.0 + 0.0 is 0.0
    }
    double[] distinct = counts.keySet().stream().mapToDouble(Double::doubleValue).toArray();
    int[] starts =
        starts(new Deviations(counts), distinct.length, Math.min(classes, distinct.length));
    return new NaturalBreaks(Arrays.stream(starts).mapToDouble(start -> distinct[start]).toArray());
  }

  /** Sums of squared deviations of ranges of values, from sums over prefixes. */
  private static final class Deviations {
    private final double[] count;
    private final double[] sum;
    private final double[] squares;

    Deviations(NavigableMap<Double, Integer> counts) {
      int size = counts.size();
      count = new double[size + 1];
      sum = new double[size + 1];
      squares = new double[size + 1];
      // Deviations do not depend on an offset; a small one avoids cancellation.
      double offset = counts.keySet().stream().mapToDouble(Double::doubleValue).average().orElse(0);
      int i = 0;
      for (var entry : counts.entrySet()) {
        double value = entry.getKey() - offset;
        int times = entry.getValue();
        count[i + 1] = count[i] + times;
        sum[i + 1] = sum[i] + times * value;
        squares[i + 1] = squares[i] + times * value * value;
        i++;
      }
    }

    /** The sum of the squared deviations of values {@code from}, inclusive, to {@code to}. */
    double of(int from, int to) {
      double total = sum[to] - sum[from];
      double deviation = squares[to] - squares[from] - total * total / (count[to] - count[from]);
      return to - from == 1 ? 0 : Math.max(0, deviation);
    }
  }

  /** The index of the first value of each class. */
  private static int[] starts(Deviations deviations, int values, int classes) {
    double[][] cost = new double[classes + 1][values + 1];
    int[][] start = new int[classes + 1][values + 1];
    for (int end = 1; end <= values; end++) {
      cost[1][end] = deviations.of(0, end);
    }
    for (int k = 2; k <= classes; k++) {
      for (int end = k; end <= values; end++) {
        cost[k][end] = Double.POSITIVE_INFINITY;
        for (int from = k - 1; from < end; from++) {
          double total = cost[k - 1][from] + deviations.of(from, end);
          if (total < cost[k][end]) {
            cost[k][end] = total;
            start[k][end] = from;
          }
        }
      }
    }
    int[] starts = new int[classes];
    int end = values;
    for (int k = classes; k > 0; k--) {
      starts[k - 1] = start[k][end];
      end = starts[k - 1];
    }
    return starts;
  }

  /** Number of classes: at most the number of different values. */
  int classes() {
    return lowerBounds.length;
  }

  /**
   * The class of a value, from 1 (the lowest values) to {@link #classes}. A value below all
   * classified ones is in class 1.
   */
  int classOf(double value) {
    int number = 1;
    while (number < lowerBounds.length && value >= lowerBounds[number]) {
      number++;
    }
    return number;
  }
}
