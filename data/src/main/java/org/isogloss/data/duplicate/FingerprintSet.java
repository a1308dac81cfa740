// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.duplicate;

/**
 * A set of texts that stores 8 to 16 bytes for each text. Two different texts are confused with a
 * probability of 2<sup>-64</sup>.
 */
public final class FingerprintSet {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  /** The size is a power of two; 0 marks an empty slot. */
  private long[] table = new long[1 << 10];

  private int size;

  /**
   * Adds the concatenation of texts, with their boundaries.
   *
   * @return false if it was added before
   */
  public boolean add(String... texts) {
    return add(hash(texts));
  }

  /** A hash of a sequence of texts; never 0. */
  static long hash(String... texts) {
    long hash = texts.length;
    for (String text : texts) {
      hash = mix(hash + text.length());
      for (int i = 0; i < text.length(); i++) {
        hash = mix(hash ^ text.charAt(i));
      }
    }
    return hash == 0 ? 1 : hash;
  }

  private static long mix(long hash) {
    long product = hash * MULTIPLIER;
    return product ^ (product >>> 32);
  }

  private boolean add(long hash) {
    if (2 * size >= table.length) {
      long[] old = table;
      table = new long[Math.multiplyExact(old.length, 2)];
      for (long stored : old) {
        if (stored != 0) {
          table[slot(stored)] = stored;
        }
      }
    }
    int slot = slot(hash);
    if (table[slot] == hash) {
      return false;
    }
    table[slot] = hash;
    size++;
    return true;
  }

  private int slot(long hash) {
    int slot = (int) (hash >>> 20) & (table.length - 1);
    while (table[slot] != 0 && table[slot] != hash) {
      slot = (slot + 1) & (table.length - 1);
    }
    return slot;
  }

  /** Number of different texts that were added. */
  public int size() {
    return size;
  }
}
