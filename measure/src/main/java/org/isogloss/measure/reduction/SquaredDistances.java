// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.Arrays;

/**
 * Squared Euclidean distances between vectors, by differences in single precision, so that close
 * vectors far from the origin do not lose digits. The inner loop runs over the columns of a
 * transposed tile, which the compiler turns into vector instructions.
 */
final class SquaredDistances {
  /** Number of columns of a tile; a tile of 256 dimensions fits in the second-level cache. */
  private static final int TILE = 512;

  private final float[][] vectors;

  /** {@code [tile][component * width + column]}. */
  private final float[][] tiles;

  SquaredDistances(float[][] vectors) {
    this.vectors = vectors;
    this.tiles = new float[(vectors.length + TILE - 1) / TILE][];
    for (int tile = 0; tile < tiles.length; tile++) {
      int from = tile * TILE;
      int width = Math.min(TILE, vectors.length - from);
      float[] transposed = new float[vectors[0].length * width];
      for (int column = 0; column < width; column++) {
        float[] vector = vectors[from + column];
        for (int k = 0; k < vector.length; k++) {
          transposed[k * width + column] = vector[k];
        }
      }
      tiles[tile] = transposed;
    }
  }

  /** Returns the number of vectors. */
  int size() {
    return vectors.length;
  }

  /**
   * Computes the distances of consecutive vectors from all vectors.
   *
   * @param first the first of these vectors
   * @param distances receives {@code [rows, n]}; rows after the last vector are left unchanged
   */
  void compute(int first, float[][] distances) {
    int rows = Math.min(distances.length, vectors.length - first);
    float[] sums = new float[TILE];
    for (int tile = 0; tile < tiles.length; tile++) {
      int width = tiles[tile].length / vectors[0].length;
      for (int row = 0; row < rows; row++) {
        compute(vectors[first + row], tiles[tile], width, sums);
        System.arraycopy(sums, 0, distances[row], tile * TILE, width);
      }
    }
  }

  private static void compute(float[] vector, float[] tile, int width, float[] sums) {
    Arrays.fill(sums, 0, width, 0);
    int k = 0;
    for (; k + 8 <= vector.length; k += 8) {
      addEight(vector, k, tile, width, sums);
    }
    for (; k < vector.length; k++) {
      for (int j = 0; j < width; j++) {
        float difference = vector[k] - tile[k * width + j];
        sums[j] += difference * difference;
      }
    }
  }

  /** Adds eight components to the sums, in two chains that the processor computes in parallel. */
  private static void addEight(float[] vector, int k, float[] tile, int width, float[] sums) {
    float v0 = vector[k];
    float v1 = vector[k + 1];
    float v2 = vector[k + 2];
    float v3 = vector[k + 3];
    float v4 = vector[k + 4];
    float v5 = vector[k + 5];
    float v6 = vector[k + 6];
    float v7 = vector[k + 7];
    int at = k * width;
    for (int j = 0; j < width; j++) {
      float d0 = v0 - tile[at + j];
      float d1 = v1 - tile[at + width + j];
      float d2 = v2 - tile[at + 2 * width + j];
      float d3 = v3 - tile[at + 3 * width + j];
      float d4 = v4 - tile[at + 4 * width + j];
      float d5 = v5 - tile[at + 5 * width + j];
      float d6 = v6 - tile[at + 6 * width + j];
      float d7 = v7 - tile[at + 7 * width + j];
      float first = Math.fma(d0, d0, Math.fma(d1, d1, Math.fma(d2, d2, d3 * d3)));
      float second =
          Math.fma(d4, d4, Math.fma(d5, d5, Math.fma(d6, d6, Math.fma(d7, d7, sums[j]))));
      sums[j] = first + second;
    }
  }
}
