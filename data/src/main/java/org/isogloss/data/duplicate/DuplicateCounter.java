// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.duplicate;

/**
 * Counts repeated texts in bounded memory, about a sixteenth of the heap. Up to that bound the
 * count is exact (two different texts are confused with a probability of 2<sup>-64</sup>). Beyond
 * it, only texts whose hash begins with a zero bit are kept, then two zero bits, and so on; the
 * count is then an estimate from this sample.
 */
public final class DuplicateCounter {
  private static final int MAX_TABLE_SIZE = 1 << 24;
  private static final int BYTES = Long.BYTES + Integer.BYTES;

  private final int maxTableSize;
  private long[] hashes = new long[1 << 10];
  private int[] repeats = new int[hashes.length];
  private int size;
  private int zeroBits;

  public DuplicateCounter() {
    this(
        (int)
            Math.clamp(
                Long.highestOneBit(Runtime.getRuntime().maxMemory() / 16 / BYTES),
                1 << 10,
                (long) MAX_TABLE_SIZE));
  }

  /**
   * Creates a counter with a given bound.
   *
   * @param maxTableSize maximum size of the hash table, a power of two; at most half of it is
   *     filled
   */
  DuplicateCounter(int maxTableSize) {
    this.maxTableSize = maxTableSize;
  }

  /** Adds a text that consists of several parts. */
  public void add(String... texts) {
    long hash = FingerprintSet.hash(texts);
    if (Long.numberOfLeadingZeros(hash) < zeroBits) {
      return;
    }
    int slot = slot(hash);
    if (hashes[slot] == hash) {
      repeats[slot]++;
      return;
    }
    hashes[slot] = hash;
    size++;
    if (2 * size > hashes.length) {
      boolean full = hashes.length >= maxTableSize;
      zeroBits += full ? 1 : 0;
      rebuild(full ? hashes.length : 2 * hashes.length);
    }
  }

  private void rebuild(int length) {
    long[] oldHashes = hashes;
    int[] oldRepeats = repeats;
    hashes = new long[length];
    repeats = new int[length];
    size = 0;
    for (int i = 0; i < oldHashes.length; i++) {
      if (oldHashes[i] != 0 && Long.numberOfLeadingZeros(oldHashes[i]) >= zeroBits) {
        int slot = slot(oldHashes[i]);
        hashes[slot] = oldHashes[i];
        repeats[slot] = oldRepeats[i];
        size++;
      }
    }
  }

  private int slot(long hash) {
    int slot = (int) (hash >>> 16) & (hashes.length - 1);
    while (hashes[slot] != 0 && hashes[slot] != hash) {
      slot = (slot + 1) & (hashes.length - 1);
    }
    return slot;
  }

  /** Number of texts that were added before. */
  public long duplicateCount() {
    long sum = 0;
    for (int count : repeats) {
      sum += count;
    }
    return sum << zeroBits;
  }

  /** Whether {@link #duplicateCount} is an estimate. */
  public boolean isEstimate() {
    return zeroBits > 0;
  }
}
