// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.util.Arrays;

/**
 * Assigns indices to sentences, equal indices to equal sentences. An entry has 12 bytes, because
 * sentences are identified by a 64-bit hash. The probability that any two of three million
 * different sentences have the same hash is one in four million.
 */
final class SentenceIndex {
  private long[] hashes = new long[1 << 16];
  private int[] numbers = new int[hashes.length];
  private int size;

  SentenceIndex() {
    Arrays.fill(numbers, -1);
  }

  int size() {
    return size;
  }

  /**
   * Returns the index of the sentence; the index of a new sentence is {@link #size} before the
   * call.
   */
  int indexOf(byte[] sentence) {
    if (size * 2 > numbers.length) {
      grow();
    }
    long hash = hash(sentence);
    int at = slot(hash);
    if (numbers[at] < 0) {
      hashes[at] = hash;
      numbers[at] = size++;
    }
    return numbers[at];
  }

  private int slot(long hash) {
    int mask = numbers.length - 1;
    int at = (int) (hash ^ hash >>> 32) & mask;
    while (numbers[at] >= 0 && hashes[at] != hash) {
      at = at + 1 & mask;
    }
    return at;
  }

  private void grow() {
    long[] oldHashes = hashes;
    int[] oldNumbers = numbers;
    hashes = new long[oldHashes.length * 2];
    numbers = new int[hashes.length];
    Arrays.fill(numbers, -1);
    for (int i = 0; i < oldNumbers.length; i++) {
      if (oldNumbers[i] >= 0) {
        int at = slot(oldHashes[i]);
        hashes[at] = oldHashes[i];
        numbers[at] = oldNumbers[i];
      }
    }
  }

  /** FNV-1a of the bytes, with a final mixing step. */
  private static long hash(byte[] bytes) {
    long hash = 0xcbf29ce484222325L;
    for (byte value : bytes) {
      hash = (hash ^ (value & 0xff)) * 0x100000001b3L;
    }
    hash ^= hash >>> 32;
    hash *= 0x9e3779b97f4a7c15L;
    return hash ^ hash >>> 29;
  }
}
