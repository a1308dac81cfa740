package org.isogloss.lexical.alignment;

import java.util.Arrays;

/**
 * Expected counts of a few sentences on their way to the rows: lists of slots and weights, divided
 * by where in the rows the slots lie. A part of the rows then takes its lists from all buffers in
 * the order of the sentences, so that sums do not depend on how many threads there were.
 */
final class ExpectedCountBuffer {
  static final int PARTS = 64;

  /** Slots that lie this near to each other are in one part. */
  private static final int BLOCK_BITS = 12;

  private final int[][] slots = new int[PARTS][64];
  private final float[][] weights = new float[PARTS][64];
  private final int[] sizes = new int[PARTS];

  void add(int slot, float weight) {
    int part = (slot >>> BLOCK_BITS) & (PARTS - 1);
    int at = sizes[part]++;
    if (at == slots[part].length) {
      slots[part] = Arrays.copyOf(slots[part], 2 * at);
      weights[part] = Arrays.copyOf(weights[part], 2 * at);
    }
    slots[part][at] = slot;
    weights[part][at] = weight;
  }

  /** Adds what belongs to a part to the counts of the rows and forgets it. */
  void drain(int part, TranslationProbabilities rows) {
    for (int n = 0; n < sizes[part]; n++) {
      rows.addCount(slots[part][n], weights[part][n]);
    }
    sizes[part] = 0;
  }
}
