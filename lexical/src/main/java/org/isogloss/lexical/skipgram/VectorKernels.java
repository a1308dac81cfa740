// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import org.isogloss.core.util.DotProducts;

/**
 * Loops over rows. Each row is an array of its own, because HotSpot compiles a loop over two arrays
 * to vector instructions only if both are accessed at the same index. Sums it never compiles so:
 * their order would change; therefore they have several independent accumulators.
 */
final class VectorKernels {
  private VectorKernels() {}

  /** Adds: {@code to += from}. */
  static void add(float[] to, float[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  /** Adds a multiple: {@code to += scale * from}. */
  static void addScaled(float[] to, float scale, float[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += scale * from[i];
    }
  }

  /** Multiplies: {@code values *= scale}. */
  static void scale(float[] values, float scale) {
    for (int i = 0; i < values.length; i++) {
      values[i] *= scale;
    }
  }

  /**
   * Adds in both directions: {@code gradient += scale * row}, then {@code row += scale * input}.
   */
  static void exchange(float[] gradient, float[] row, float scale, float[] input) {
    for (int i = 0; i < row.length; i++) {
      float old = row[i];
      gradient[i] += scale * old;
      row[i] = old + scale * input[i];
    }
  }

  /** Returns the mean of rows of a matrix in {@code mean}. */
  static void mean(float[] mean, float[][] matrix, int[] rows, int from, int to) {
    System.arraycopy(matrix[rows[from]], 0, mean, 0, mean.length);
    for (int i = from + 1; i < to; i++) {
      add(mean, matrix[rows[i]]);
    }
    scale(mean, 1f / (to - from));
  }

  /** Returns the dot products of a vector with rows of a matrix in {@code products}. */
  static void dots(float[] products, float[] vector, float[][] matrix, int[] rows) {
    int i = 0;
    for (; i + 2 < rows.length; i += 3) {
      dots(products, i, vector, matrix[rows[i]], matrix[rows[i + 1]], matrix[rows[i + 2]]);
    }
    for (; i < rows.length; i++) {
      products[i] = DotProducts.inSinglePrecision(vector, matrix[rows[i]]);
    }
  }

  /** Three dot products, which load the vector once. */
  private static void dots(
      float[] products, int at, float[] vector, float[] a, float[] b, float[] c) {
    float a0 = 0;
    float a1 = 0;
    float b0 = 0;
    float b1 = 0;
    float c0 = 0;
    float c1 = 0;
    int i = 0;
    for (; i + 1 < vector.length; i += 2) {
      float v0 = vector[i];
      float v1 = vector[i + 1];
      a0 += v0 * a[i];
      b0 += v0 * b[i];
      c0 += v0 * c[i];
      a1 += v1 * a[i + 1];
      b1 += v1 * b[i + 1];
      c1 += v1 * c[i + 1];
    }
    if (i < vector.length) {
      a0 += vector[i] * a[i];
      b0 += vector[i] * b[i];
      c0 += vector[i] * c[i];
    }
    products[at] = a0 + a1;
    products[at + 1] = b0 + b1;
    products[at + 2] = c0 + c1;
  }
}
