// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The n-grams of a word as numbers of buckets, exactly as in fastText: substrings of {@code <word>}
 * with {@code minLength} to {@code maxLength} Unicode characters, without single boundary markers.
 * An n-gram that occurs twice in the word is listed twice.
 *
 * @param minLength in Unicode characters, 1 or more
 * @param maxLength in Unicode characters; 0 for no n-grams
 * @param buckets number of buckets, 1 or more
 */
record SubwordNgrams(int minLength, int maxLength, int buckets) {
  private static final int FNV_OFFSET = 0x811c9dc5;
  private static final int FNV_PRIME = 0x01000193;

  /** Returns the buckets of the n-grams, by position and then by length. */
  int[] buckets(String word) {
    byte[] bytes = ("<" + word + ">").getBytes(StandardCharsets.UTF_8);
    int[] found = new int[bytes.length];
    int count = 0;
    for (int from = 0; from < bytes.length; from++) {
      if (isContinuation(bytes[from])) {
        continue;
      }
      int hash = FNV_OFFSET;
      int to = from;
      for (int length = 1; length <= maxLength && to < bytes.length; length++) {
        do {
          hash = next(hash, bytes[to++]);
        } while (to < bytes.length && isContinuation(bytes[to]));
        boolean boundary = length == 1 && (from == 0 || to == bytes.length);
        if (length >= minLength && !boundary) {
          if (count == found.length) {
            found = Arrays.copyOf(found, 2 * count);
          }
          found[count++] = Integer.remainderUnsigned(hash, buckets);
        }
      }
    }
    return Arrays.copyOf(found, count);
  }

  /** FNV-1a of signed bytes: fastText extends the sign, unlike the original hash. */
  private static int next(int hash, byte value) {
    return (hash ^ value) * FNV_PRIME;
  }

  private static boolean isContinuation(byte value) {
    return (value & 0xc0) == 0x80;
  }
}
