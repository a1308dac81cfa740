// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.Arrays;

/** The merges of a BPE model: pairs of tokens with their rank and the token that they become. */
final class MergeTable {
  static final long NONE = -1;

  private final long[] pairs;
  private final long[] merges;
  private final int shift;

  /** Creates a table for a number of merges. */
  MergeTable(int count) {
    int bits = Math.max(4, Integer.SIZE - Integer.numberOfLeadingZeros(2 * count));
    pairs = new long[1 << bits];
    merges = new long[1 << bits];
    shift = Long.SIZE - bits;
    Arrays.fill(pairs, NONE);
  }

  /** Adds a merge; of two with the same pair, the last one is kept. */
  void add(int left, int right, int rank, int merged) {
    long pair = pair(left, right);
    int slot = slot(pair);
    pairs[slot] = pair;
    merges[slot] = ((long) rank << Integer.SIZE) | merged;
  }

  /** Returns the rank and the token of a pair, as {@link #rank} and {@link #token} read them. */
  long find(int left, int right) {
    long pair = pair(left, right);
    int slot = slot(pair);
    return pairs[slot] == pair ? merges[slot] : NONE;
  }

  /** The rank of a merge: those with a lower rank come first. */
  static int rank(long merge) {
    return (int) (merge >>> Integer.SIZE);
  }

  /** The id of the merged token. */
  static int token(long merge) {
    return (int) merge;
  }

  private static long pair(int left, int right) {
    return ((long) left << Integer.SIZE) | right;
  }

  private int slot(long pair) {
    int slot = (int) ((pair * 0x9E3779B97F4A7C15L) >>> shift);
    while (pairs[slot] != pair && pairs[slot] != NONE) {
      slot = (slot + 1) & (pairs.length - 1);
    }
    return slot;
  }
}
