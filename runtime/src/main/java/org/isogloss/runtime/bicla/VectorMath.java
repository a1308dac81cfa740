// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

/** Products of vectors and matrices, in loops that the compiler of the JVM turns into SIMD code. */
final class VectorMath {
  /** Number of rows that are added in one loop, so that the sum is loaded and stored less often. */
  private static final int UNROLL = 4;

  private VectorMath() {}

  /**
   * Adds the product of a row vector and a matrix.
   *
   * @param vector {@code [n]}
   * @param matrix {@code [n][columns]}
   * @param sum {@code [columns]}, to which the product is added
   */
  static void addProduct(float[] vector, float[][] matrix, float[] sum) {
    int row = 0;
    for (; row <= vector.length - UNROLL; row += UNROLL) {
      addRows(vector, row, matrix, sum);
    }
    for (; row < vector.length; row++) {
      addRow(vector[row], matrix[row], sum);
    }
  }

  private static void addRows(float[] vector, int row, float[][] matrix, float[] sum) {
    float a0 = vector[row];
    float a1 = vector[row + 1];
    float a2 = vector[row + 2];
    float a3 = vector[row + 3];
    float[] r0 = matrix[row];
    float[] r1 = matrix[row + 1];
    float[] r2 = matrix[row + 2];
    float[] r3 = matrix[row + 3];
    for (int i = 0; i < sum.length; i++) {
      sum[i] += a0 * r0[i] + a1 * r1[i] + a2 * r2[i] + a3 * r3[i];
    }
  }

  /** Adds a multiple of a vector. */
  static void addRow(float a, float[] row, float[] sum) {
    for (int i = 0; i < sum.length; i++) {
      sum[i] += a * row[i];
    }
  }

  /** Returns the dot product of two vectors of equal length. */
  static float dot(float[] a, float[] b) {
    float sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
