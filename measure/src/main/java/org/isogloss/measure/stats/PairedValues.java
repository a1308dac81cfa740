// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

/** Arithmetic of paired values. */
public final class PairedValues {
  private PairedValues() {}

  public static double[] differences(double[] a, double[] b) {
    if (a.length != b.length) {
      throw new IllegalArgumentException(
          "paired values must have the same length, found " + a.length + " and " + b.length);
    }
    double[] differences = new double[a.length];
    for (int i = 0; i < a.length; i++) {
      differences[i] = b[i] - a[i];
    }
    return differences;
  }

  /** The mean; 0 without values. */
  public static double mean(double[] values) {
    return values.length == 0 ? 0 : sum(values) / values.length;
  }

  static double sum(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum;
  }
}
