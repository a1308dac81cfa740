// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.Random;

/** Vectors for tests. */
final class RandomVectors {
  private RandomVectors() {}

  /**
   * Returns vectors around cluster centres; vector {@code i} belongs to cluster {@code i %
   * clusters}.
   */
  static float[][] clustered(int size, int dimension, int clusters, double spread, Random random) {
    float[][] centres = gaussian(clusters, dimension, 1, random);
    float[][] vectors = gaussian(size, dimension, spread, random);
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < dimension; j++) {
        vectors[i][j] += centres[i % clusters][j];
      }
    }
    return vectors;
  }

  /** Returns vectors with independent normally distributed components. */
  static float[][] gaussian(int size, int dimension, double deviation, Random random) {
    float[][] vectors = new float[size][dimension];
    for (float[] vector : vectors) {
      for (int j = 0; j < dimension; j++) {
        vector[j] = (float) (random.nextGaussian() * deviation);
      }
    }
    return vectors;
  }

  /** Returns normally distributed coordinates. */
  static double[] coordinates(int size, double deviation, Random random) {
    return random.doubles(size).map(any -> random.nextGaussian() * deviation).toArray();
  }
}
