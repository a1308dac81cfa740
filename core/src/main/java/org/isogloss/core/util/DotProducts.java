// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

/**
 * Dot products whose results depend only on the vectors. The order of summation is fixed, in four
 * parts, which the processor can add in parallel.
 */
public final class DotProducts {
  private DotProducts() {}

  /**
   * Returns the dot product, summed in single precision.
   *
   * @throws IllegalArgumentException if the vectors differ in length
   */
  public static float inSinglePrecision(float[] a, float[] b) {
    requireSameLength(a, b);
    float sum0 = 0;
    float sum1 = 0;
    float sum2 = 0;
    float sum3 = 0;
    int i = 0;
    for (; i + 3 < a.length; i += 4) {
      sum0 += a[i] * b[i];
      sum1 += a[i + 1] * b[i + 1];
      sum2 += a[i + 2] * b[i + 2];
      sum3 += a[i + 3] * b[i + 3];
    }
    for (; i < a.length; i++) {
      sum0 += a[i] * b[i];
    }
    return sum0 + sum1 + (sum2 + sum3);
  }

  /**
   * Returns the dot product, summed in double precision.
   *
   * @throws IllegalArgumentException if the vectors differ in length
   */
  public static double inDoublePrecision(float[] a, float[] b) {
    requireSameLength(a, b);
    double sum0 = 0;
    double sum1 = 0;
    double sum2 = 0;
    double sum3 = 0;
    int i = 0;
    for (; i + 3 < a.length; i += 4) {
      sum0 += (double) a[i] * b[i];
      sum1 += (double) a[i + 1] * b[i + 1];
      sum2 += (double) a[i + 2] * b[i + 2];
      sum3 += (double) a[i + 3] * b[i + 3];
    }
    for (; i < a.length; i++) {
      sum0 += (double) a[i] * b[i];
    }
    return sum0 + sum1 + (sum2 + sum3);
  }

  private static void requireSameLength(float[] a, float[] b) {
    if (a.length != b.length) {
      throw new IllegalArgumentException(a.length + " and " + b.length + " dimensions");
    }
  }
}
