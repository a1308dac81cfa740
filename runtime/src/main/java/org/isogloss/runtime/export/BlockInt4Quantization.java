package org.isogloss.runtime.export;

import java.util.Arrays;

/**
 * Brings numbers to four bits, -8 to 7, with a scale for each {@value #BLOCK}. Of several scales
 * that map the largest number to a whole one, the one of least squared error is taken; so numbers
 * that came from four bits by the same formula come out as they were.
 */
final class BlockInt4Quantization {
  static final int BLOCK = 32;

  private static final int MIN_VALUE = -8;
  private static final int MAX_VALUE = 7;

  private BlockInt4Quantization() {}

  /**
   * The best scale for a block.
   *
   * @param from where in {@code values} the block begins
   */
  static float scale(float[] values, int from) {
    float largest = 0;
    for (int i = from; i < from + BLOCK; i++) {
      if (Math.abs(values[i]) > Math.abs(largest)) {
        largest = values[i];
      }
    }
    if (largest == 0) {
      return 0;
    }
    float best = largest / MIN_VALUE;
    double least = error(values, from, best);
    for (int whole = MAX_VALUE; whole > 0 && least > 0; whole--) {
      float scale = largest / whole;
      double error = error(values, from, scale);
      if (error < least) {
        best = scale;
        least = error;
      }
    }
    return best;
  }

  private static double error(float[] values, int from, float scale) {
    float squares = 0;
    for (int i = from; i < from + BLOCK; i++) {
      float difference = values[i] - scale * nearest(values[i], scale);
      squares += difference * difference;
    }
    return squares;
  }

  private static int nearest(float value, float scale) {
    return Math.clamp(Math.round(value / scale), MIN_VALUE, MAX_VALUE);
  }

  /**
   * Packs a block, two numbers a byte, the first in the low half.
   *
   * @param into filled from {@code at} with {@value #BLOCK} / 2 bytes
   */
  static void pack(float[] values, int from, float scale, byte[] into, int at) {
    if (scale == 0) {
      Arrays.fill(into, at, at + BLOCK / 2, (byte) 0);
      return;
    }
    for (int i = 0; i < BLOCK; i += 2) {
      int low = nearest(values[from + i], scale);
      int high = nearest(values[from + i + 1], scale);
      into[at + i / 2] = (byte) ((low & 0xf) | (high << 4));
    }
  }
}
