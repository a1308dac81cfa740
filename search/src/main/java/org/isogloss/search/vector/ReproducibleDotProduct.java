// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

/**
 * Dot products whose results depend only on the vectors. {@link org.apache.lucene.util.VectorUtil}
 * is several times faster, but its order of summation depends on the processor and on whether the
 * JVM has already compiled the code, so that its results differ in the last digits between calls.
 */
public final class ReproducibleDotProduct {
  private ReproducibleDotProduct() {}

  /** The dot product, summed in double precision in a fixed order. */
  public static float dotProduct(float[] a, float[] b) {
    return (float) sum(a, b);
  }

  private static double sum(float[] a, float[] b) {
    if (a.length != b.length) {
      throw new IllegalArgumentException(a.length + " and " + b.length + " dimensions");
    }
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

  /** Scales a vector to unit length in place; the zero vector is unchanged. */
  public static float[] normalize(float[] vector) {
    double length = Math.sqrt(sum(vector, vector));
    for (int i = 0; i < vector.length && length > 0; i++) {
      vector[i] = (float) (vector[i] / length);
    }
    return vector;
  }
}
