// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import java.io.Serializable;
import java.util.Arrays;

/** Counts pairs of numbers in an open-addressing hash table with 12 bytes per slot. */
final class PairCounts implements Serializable {
  private static final long serialVersionUID = 1;
  private static final long EMPTY = -1;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private long[] pairs = newPairs(1 << 10);
  private int[] counts = new int[1 << 10];
  private int size;

  private static long[] newPairs(int length) {
    long[] pairs = new long[length];
    Arrays.fill(pairs, EMPTY);
    return pairs;
  }

  /** Counts a pair of numbers, each 0 or more. */
  void add(int left, int right) {
    add(left, right, 1);
  }

  /** Counts a pair of numbers several times, at most {@link Integer#MAX_VALUE} in all. */
  void add(int left, int right, int times) {
    long pair = ((long) left << 32) | right;
    int slot = slot(pair);
    if (pairs[slot] == EMPTY) {
      pairs[slot] = pair;
      size++;
    }
    counts[slot] = (int) Math.min(Integer.MAX_VALUE, (long) counts[slot] + times);
    if (size > pairs.length - (pairs.length >> 2)) {
      grow();
    }
  }

  private int slot(long pair) {
    int slot = (int) ((pair * MULTIPLIER) >>> (64 - Integer.numberOfTrailingZeros(pairs.length)));
    while (pairs[slot] != EMPTY && pairs[slot] != pair) {
      slot = (slot + 1) & (pairs.length - 1);
    }
    return slot;
  }

  /**
   * Makes room for more pairs. Pairs that are added in the order of another table's slots would all
   * begin at the same slots of a smaller table.
   */
  void reserve(int added) {
    long needed = size + (long) added;
    int length = pairs.length;
    while (needed > length - (length >> 2)) {
      length = Math.multiplyExact(length, 2);
    }
    if (length > pairs.length) {
      resize(length);
    }
  }

  private void grow() {
    resize(Math.multiplyExact(pairs.length, 2));
  }

  private void resize(int length) {
    long[] oldPairs = pairs;
    int[] oldCounts = counts;
    pairs = newPairs(length);
    counts = new int[pairs.length];
    for (int i = 0; i < oldPairs.length; i++) {
      if (oldPairs[i] != EMPTY) {
        int slot = slot(oldPairs[i]);
        pairs[slot] = oldPairs[i];
        counts[slot] = oldCounts[i];
      }
    }
  }

  /** Returns the number of distinct pairs. */
  int size() {
    return size;
  }

  /** Receives every pair and its count. */
  @FunctionalInterface
  interface PairVisitor {
    void visit(int left, int right, int count);
  }

  /** Visits all pairs, in no particular order. */
  void forEach(PairVisitor visitor) {
    for (int slot = 0; slot < pairs.length; slot++) {
      if (pairs[slot] != EMPTY) {
        visitor.visit((int) (pairs[slot] >>> 32), (int) pairs[slot], counts[slot]);
      }
    }
  }
}
