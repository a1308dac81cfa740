// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

/**
 * Quantises vectors to integers from -127 to 127. All vectors of a file have the same step, so that
 * integer dot products have the same order as the cosines.
 *
 * @param step the component value that the integer 1 represents, above 0
 */
public record Int8VectorQuantizer(float step) {
  private static final int MAX_VALUE = 127;

  /** Number of vectors from which the step is chosen. */
  public static final int SAMPLE_SIZE = 4096;

  private static final int CLIPPING_STEPS = 16;

  public Int8VectorQuantizer {
    if (!(step > 0)) {
      throw new IllegalArgumentException("step is " + step + ", expected more than 0");
    }
  }

  /**
   * Chooses the step with the smallest squared error. Clipping a few large components can reduce
   * the error, because all other components then have a smaller step.
   *
   * @param vectors the vectors, of which the first {@value #SAMPLE_SIZE} are used
   */
  public static Int8VectorQuantizer fit(float[][] vectors) {
    int sample = Math.min(vectors.length, SAMPLE_SIZE);
    float largest = 0;
    for (int i = 0; i < sample; i++) {
      for (float component : vectors[i]) {
        largest = Math.max(largest, Math.abs(component));
      }
    }
    if (largest == 0) {
      return new Int8VectorQuantizer(1f / MAX_VALUE);
    }
    Int8VectorQuantizer best = new Int8VectorQuantizer(largest / MAX_VALUE);
    double lowestError = best.error(vectors, sample);
    for (int share = CLIPPING_STEPS - 1; share > 0; share--) {
      Int8VectorQuantizer candidate =
          new Int8VectorQuantizer(largest / MAX_VALUE * share / CLIPPING_STEPS);
      double error = candidate.error(vectors, sample);
      if (error < lowestError) {
        lowestError = error;
        best = candidate;
      }
    }
    return best;
  }

  private double error(float[][] vectors, int sample) {
    double sum = 0;
    for (int i = 0; i < sample; i++) {
      for (float component : vectors[i]) {
        float difference = component - step * quantizeComponent(component);
        sum += difference * difference;
      }
    }
    return sum;
  }

  private byte quantizeComponent(float component) {
    return (byte) Math.clamp(Math.round(component / step), -MAX_VALUE, MAX_VALUE);
  }

  /** Quantises a vector. */
  public byte[] quantize(float[] vector) {
    byte[] bytes = new byte[vector.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = quantizeComponent(vector[i]);
    }
    return bytes;
  }
}
