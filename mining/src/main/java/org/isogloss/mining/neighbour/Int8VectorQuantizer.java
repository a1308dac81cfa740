package org.isogloss.mining.neighbour;

/**
 * Brings vectors to whole numbers from -127 to 127. All vectors of a file have the same step, so
 * that products of such numbers stand in the order of the cosines and can be compared as they are.
 *
 * @param step what 1 stands for, above 0
 */
public record Int8VectorQuantizer(float step) {
  private static final int MAX_VALUE = 127;

  /** So many vectors are enough to choose a step by. */
  public static final int SAMPLE_SIZE = 4096;

  private static final int CLIPPING_STEPS = 16;

  public Int8VectorQuantizer {
    if (!(step > 0)) {
      throw new IllegalArgumentException("step is " + step + ", expected more than 0");
    }
  }

  /**
   * Chooses the step that changes vectors least: it may be worth cutting off the few largest
   * components so that all others have finer steps.
   *
   * @param vectors the first {@value #SAMPLE_SIZE} count
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
    double least = best.error(vectors, sample);
    for (int share = CLIPPING_STEPS - 1; share > 0; share--) {
      Int8VectorQuantizer other =
          new Int8VectorQuantizer(largest / MAX_VALUE * share / CLIPPING_STEPS);
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
        float off = component - step * quantizeComponent(component);
        sum += off * off;
      }
    }
    return sum;
  }

  private byte quantizeComponent(float component) {
    return (byte) Math.clamp(Math.round(component / step), -MAX_VALUE, MAX_VALUE);
  }

  /** The whole numbers that stand for a vector. */
  public byte[] quantize(float[] vector) {
    byte[] bytes = new byte[vector.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = quantizeComponent(vector[i]);
    }
    return bytes;
  }
}
