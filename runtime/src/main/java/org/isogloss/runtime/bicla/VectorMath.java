// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

import java.util.Arrays;

/** Products of vectors and matrices, in loops that the compiler of the JVM turns into SIMD code. */
final class VectorMath {
  /** Number of rows that are added in one loop, so that the sum is loaded and stored less often. */
  private static final int UNROLL = 4;

  /** Beyond this, the hyperbolic tangent is 1 in single precision. */
  private static final float TANH_BOUND = 9;

  private VectorMath() {}

  /**
   * Replaces each x by {@code exp(tanh(x + bias))}, with an error of at most 1e-6. The values are
   * between 1 / e and e, so that a softmax needs no shift.
   *
   * <p>The tangent is the rational function of Eigen's {@code ptanh}, the exponential its Taylor
   * series, which the compiler can turn into SIMD code, unlike {@code Math.tanh} and {@code
   * Math.exp}.
   */
  static void expTanh(float[] values, float bias) {
    for (int i = 0; i < values.length; i++) {
      float x = Math.max(-TANH_BOUND, Math.min(TANH_BOUND, values[i] + bias));
      float s = x * x;
      float p = -2.7607684e-16f;
      p = p * s + 2.000188e-13f;
      p = p * s - 8.604672e-11f;
      p = p * s + 5.1222973e-8f;
      p = p * s + 1.48572235e-5f;
      p = p * s + 6.3726195e-4f;
      p = p * s + 4.8935246e-3f;
      float q = 1.1982584e-6f;
      q = q * s + 1.1853471e-4f;
      q = q * s + 2.2684347e-3f;
      q = q * s + 4.893525e-3f;
      float t = x * p / q;
      float e = 1 / 3628800f;
      e = e * t + 1 / 362880f;
      e = e * t + 1 / 40320f;
      e = e * t + 1 / 5040f;
      e = e * t + 1 / 720f;
      e = e * t + 1 / 120f;
      e = e * t + 1 / 24f;
      e = e * t + 1 / 6f;
      e = e * t + 1 / 2f;
      e = e * t + 1;
      values[i] = e * t + 1;
    }
  }

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

  /** Returns the rows of a matrix in row-major order. */
  static float[][] rows(float[] matrix, int columns) {
    float[][] rows = new float[matrix.length / columns][];
    for (int row = 0; row < rows.length; row++) {
      rows[row] = Arrays.copyOfRange(matrix, row * columns, (row + 1) * columns);
    }
    return rows;
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
