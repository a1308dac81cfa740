// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.Arrays;

/**
 * Buffers the expected counts of a few sentences as lists of slots and weights, partitioned by the
 * position of the slots in the rows. Each part of the rows is then updated from all buffers in the
 * order of the sentences, so that sums do not depend on the number of threads.
 */
final class ExpectedCountBuffer {
  static final int PARTS = 64;

  /** Slots within one block of this size are in the same part. */
  private static final int BLOCK_BITS = 12;

  private final int[][] slots = new int[PARTS][64];
  private final float[][] weights = new float[PARTS][64];
  private final int[] sizes = new int[PARTS];

  void add(int slot, float weight) {
    int part = (slot >>> BLOCK_BITS) & (PARTS - 1);
    int index = sizes[part]++;
    if (index == slots[part].length) {
      slots[part] = Arrays.copyOf(slots[part], 2 * index);
      weights[part] = Arrays.copyOf(weights[part], 2 * index);
    }
    slots[part][index] = slot;
    weights[part][index] = weight;
  }

  /** Adds the counts of a part to the counts of all slots and clears them. */
  void drain(int part, double[] counts) {
    for (int n = 0; n < sizes[part]; n++) {
      counts[slots[part][n]] += weights[part][n];
    }
    sizes[part] = 0;
  }
}
