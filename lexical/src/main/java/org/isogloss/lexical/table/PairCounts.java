package org.isogloss.lexical.table;

import java.util.Arrays;

/** How often pairs of numbers were counted: an open hash table of 12 bytes a slot. */
final class PairCounts {
  private static final long EMPTY = -1;
  private static final long SCATTER = 0x9E3779B97F4A7C15L;

  private long[] pairs = emptied(1 << 10);
  private int[] counts = new int[1 << 10];
  private int size;

  private static long[] emptied(int length) {
    long[] pairs = new long[length];
    Arrays.fill(pairs, EMPTY);
    return pairs;
  }

  /** Counts a pair of numbers from 0 up. */
  void add(int left, int right) {
    long pair = ((long) left << 32) | right;
    int slot = slot(pair);
    if (pairs[slot] == EMPTY) {
      pairs[slot] = pair;
      size++;
    }
    counts[slot]++;
    if (size > pairs.length - (pairs.length >> 2)) {
      grow();
    }
  }

  private int slot(long pair) {
    int slot = (int) ((pair * SCATTER) >>> (64 - Integer.numberOfTrailingZeros(pairs.length)));
    while (pairs[slot] != EMPTY && pairs[slot] != pair) {
      slot = (slot + 1) & (pairs.length - 1);
    }
    return slot;
  }

  private void grow() {
    long[] oldPairs = pairs;
    int[] oldCounts = counts;
    pairs = emptied(Math.multiplyExact(oldPairs.length, 2));
    counts = new int[pairs.length];
    for (int i = 0; i < oldPairs.length; i++) {
      if (oldPairs[i] != EMPTY) {
        int slot = slot(oldPairs[i]);
        pairs[slot] = oldPairs[i];
        counts[slot] = oldCounts[i];
      }
    }
  }

  /** How many different pairs were counted. */
  int size() {
    return size;
  }

  /** Hears every pair and how often it was counted. */
  @FunctionalInterface
  interface PairVisitor {
    void visit(int left, int right, int count);
  }

  /** Gives all pairs, in no order. */
  void forEach(PairVisitor visitor) {
    for (int slot = 0; slot < pairs.length; slot++) {
      if (pairs[slot] != EMPTY) {
        visitor.visit((int) (pairs[slot] >>> 32), (int) pairs[slot], counts[slot]);
      }
    }
  }
}
