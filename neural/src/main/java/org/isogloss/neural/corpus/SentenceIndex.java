package org.isogloss.neural.corpus;

import java.util.Arrays;

/**
 * Numbers for sentences, equal ones for equal sentences, in 12 bytes each: sentences are known by
 * 64 bits of theirs. Of three million different sentences two have the same 64 bits with a chance
 * of one in four million.
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

  /** The sentence's number; that of a new one is {@link #size} before the call. */
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

  /** FNV-1a over the bytes, its bits mixed once more at the end. */
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
