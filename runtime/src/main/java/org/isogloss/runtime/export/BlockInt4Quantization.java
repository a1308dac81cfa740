// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.util.Arrays;

/**
 * Quantises values to four bits, -8 to 7, with one scale per block of {@value #BLOCK}. Among
 * several scales that map the value with the largest magnitude to an integer, the one with the
 * smallest squared error is chosen; so values that were dequantised from four bits by the same
 * formula are reproduced exactly.
 */
final class BlockInt4Quantization {
  static final int BLOCK = 32;

  private static final int MIN_VALUE = -8;
  private static final int MAX_VALUE = 7;

  private BlockInt4Quantization() {}

  /**
   * Returns the best scale for a block.
   *
   * @param from index in {@code values} where the block begins
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
    double minError = error(values, from, best);
    for (int integer = MAX_VALUE; integer > 0 && minError > 0; integer--) {
      float scale = largest / integer;
      double error = error(values, from, scale);
      if (error < minError) {
        best = scale;
        minError = error;
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
   * Packs a block, two values per byte, the first in the low four bits.
   *
   * @param into the destination, filled from {@code offset} with {@value #BLOCK} / 2 bytes
   */
  static void pack(float[] values, int from, float scale, byte[] into, int offset) {
    if (scale == 0) {
      Arrays.fill(into, offset, offset + BLOCK / 2, (byte) 0);
      return;
    }
    for (int i = 0; i < BLOCK; i += 2) {
      int low = nearest(values[from + i], scale);
      int high = nearest(values[from + i + 1], scale);
      into[offset + i / 2] = (byte) ((low & 0xf) | (high << 4));
    }
  }
}
