// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.Arrays;

/**
 * Counts n-grams that two sequences have in common. The n-grams of the references form a trie,
 * which is stored as a hash table: an n-gram is a slot, and its key consists of the slot of the
 * n-gram without its last unit and of that unit. So no n-gram is ever copied.
 *
 * <p>A matcher is used by one thread, for one pair of hypothesis and references after another.
 */
final class NgramMatcher {
  private static final int ROOT = -1;
  private static final int MISSING = -2;

  private long[] keys = {};
  private int[] allowed = {};
  private int[] occurrences = {};
  private int mask;

  /**
   * Forgets all references.
   *
   * @param ngrams the largest number of n-grams that are added until the next call
   */
  void clear(int ngrams) {
    int slots = Integer.highestOneBit(Math.max(ngrams, 1)) << 2;
    if (slots > keys.length) {
      keys = new long[slots];
      allowed = new int[slots];
      occurrences = new int[slots];
    } else {
      Arrays.fill(keys, 0, slots, 0);
      Arrays.fill(allowed, 0, slots, 0);
    }
    mask = slots - 1;
  }

  /** Allows every n-gram to match as often as it occurs in this reference, or in another one. */
  void addReference(int[] units, int maxOrder) {
    int[] ngrams = new int[units.length];
    Arrays.fill(ngrams, ROOT);
    Arrays.fill(occurrences, 0, mask + 1, 0);
    for (int order = 1; order <= maxOrder; order++) {
      for (int i = 0; i <= units.length - order; i++) {
        int slot = insert(ngrams[i], units[i + order - 1]);
        ngrams[i] = slot;
        allowed[slot] = Math.max(allowed[slot], ++occurrences[slot]);
      }
    }
  }

  /**
   * Counts the n-grams of a hypothesis that match. Every match uses up one that was allowed, so
   * this is called once.
   *
   * @return the number of matches of each order
   */
  int[] match(int[] units, int maxOrder) {
    int[] matches = new int[maxOrder];
    int[] ngrams = new int[units.length];
    Arrays.fill(ngrams, ROOT);
    for (int order = 1; order <= maxOrder; order++) {
      for (int i = 0; i <= units.length - order; i++) {
        if (ngrams[i] != MISSING) {
          ngrams[i] = find(ngrams[i], units[i + order - 1]);
        }
        if (ngrams[i] != MISSING && allowed[ngrams[i]] > 0) {
          allowed[ngrams[i]]--;
          matches[order - 1]++;
        }
      }
    }
    return matches;
  }

  /** An upper bound of the number of n-grams in a sequence. */
  static int bound(int length, int maxOrder) {
    return Math.multiplyExact(length, Math.min(length, maxOrder));
  }

  /** The number of n-grams of an order in a sequence. */
  static int count(int length, int order) {
    return Math.max(0, length - order + 1);
  }

  private int insert(int prefix, int unit) {
    long key = key(prefix, unit);
    int slot = slot(key);
    keys[slot] = key;
    return slot;
  }

  private int find(int prefix, int unit) {
    long key = key(prefix, unit);
    int slot = slot(key);
    return keys[slot] == key ? slot : MISSING;
  }

  /** A number other than 0, which marks an empty slot. */
  private static long key(int prefix, int unit) {
    return ((long) (prefix + 1) << Integer.SIZE | unit) + 1;
  }

  /** The slot of a key, or the empty slot where it belongs. */
  private int slot(long key) {
    long hash = key * 0x9e3779b97f4a7c15L;
    int slot = (int) (hash >>> Integer.SIZE) & mask;
    while (keys[slot] != 0 && keys[slot] != key) {
      slot = (slot + 1) & mask;
    }
    return slot;
  }
}
