package org.isogloss.search.mining;

/**
 * Brings vectors to whole numbers from -127 to 127. All vectors of a file have the same step, so
 * that products of such numbers stand in the order of the cosines and can be compared as they are.
 *
 * @param step what 1 stands for, above 0
 */
record ByteQuantization(float step) {
  private static final int LARGEST = 127;

  /** So many vectors are enough to choose a step by. */
  static final int SAMPLE = 4096;

  private static final int SHARES = 16;

  ByteQuantization {
    if (!(step > 0)) {
      throw new IllegalArgumentException("step is " + step + ", expected more than 0");
    }
  }

  /**
   * Chooses the step that changes vectors least: it may be worth cutting off the few largest
   * components so that all others have finer steps.
   *
   * @param vectors the first {@value #SAMPLE} count
   */
  static ByteQuantization of(float[][] vectors) {
    int sample = Math.min(vectors.length, SAMPLE);
    float largest = 0;
    for (int i = 0; i < sample; i++) {
      for (float component : vectors[i]) {
        largest = Math.max(largest, Math.abs(component));
      }
    }
    if (largest == 0) {
      return new ByteQuantization(1f / LARGEST);
    }
    ByteQuantization best = new ByteQuantization(largest / LARGEST);
    double least = best.error(vectors, sample);
    for (int share = SHARES - 1; share > 0; share--) {
      ByteQuantization other = new ByteQuantization(largest / LARGEST * share / SHARES);
      double error = other.error(vectors, sample);
      if (error < least) {
        least = error;
        best = other;
      }
    }
    return best;
  }

  private double error(float[][] vectors, int sample) {
    double sum = 0;
    for (int i = 0; i < sample; i++) {
      for (float component : vectors[i]) {
        float off = component - step * quantized(component);
        sum += off * off;
      }
    }
    return sum;
  }

  private byte quantized(float component) {
    return (byte) Math.clamp(Math.round(component / step), -LARGEST, LARGEST);
  }

  /** The whole numbers that stand for a vector. */
  byte[] quantize(float[] vector) {
    byte[] bytes = new byte[vector.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = quantized(vector[i]);
    }
    return bytes;
  }
}
