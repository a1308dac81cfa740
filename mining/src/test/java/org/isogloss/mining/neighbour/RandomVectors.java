// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.util.Random;

/** Creates random vectors for tests. */
final class RandomVectors {
  private RandomVectors() {}

  /** Uniformly distributed vectors of unit length. */
  static float[][] of(int size, int dimension, long seed) {
    Random random = new Random(seed);
    float[][] vectors = new float[size][dimension];
    for (float[] vector : vectors) {
      for (int i = 0; i < dimension; i++) {
        vector[i] = (float) random.nextGaussian();
      }
      scale(vector);
    }
    return vectors;
  }

  /** Copies of vectors with random noise. */
  static float[][] near(float[][] vectors, double distance, long seed) {
    float[][] moved = of(vectors.length, vectors[0].length, seed);
    for (int i = 0; i < moved.length; i++) {
      for (int d = 0; d < moved[i].length; d++) {
        moved[i][d] = (float) (vectors[i][d] + distance * moved[i][d]);
      }
      scale(moved[i]);
    }
    return moved;
  }

  private static void scale(float[] vector) {
    float length = (float) Math.sqrt(dot(vector, vector));
    for (int i = 0; i < vector.length; i++) {
      vector[i] /= length;
    }
  }

  static double dot(float[] a, float[] b) {
    double sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += (double) a[i] * b[i];
    }
    return sum;
  }

  static int dot(byte[] a, byte[] b) {
    int sum = 0;
    for (int i = 0; i < a.length; i++) {
      sum += a[i] * b[i];
    }
    return sum;
  }
}
