// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.Arrays;

/**
 * Caches the segmentation of words, because most words of a text repeat. There is one slot per hash
 * value; a new word replaces the previous one. Thread-safe without locks: words are immutable, and
 * a reader may use either of two words that are written at the same time.
 */
final class UnigramCache {
  /** Maximum length of a cached word in characters; longer words rarely repeat. */
  private static final int MAX_LENGTH = 32;

  private static final int BITS = 15;

  private final UnigramSegmentedWord[] words = new UnigramSegmentedWord[1 << BITS];

  UnigramCache() {
    Arrays.fill(words, UnigramSegmentedWord.UNSEGMENTED);
  }

  /**
   * The cached segmentation of {@code chars[start, end)}; without tokens if it is not in the cache.
   */
  UnigramSegmentedWord find(char[] chars, int start, int end, boolean marked) {
    if (end - start > MAX_LENGTH) {
      return UnigramSegmentedWord.UNSEGMENTED;
    }
    UnigramSegmentedWord word = words[slot(chars, start, end, marked)];
    char[] letters = word.letters();
    return word.marked() == marked && Arrays.equals(letters, 0, letters.length, chars, start, end)
        ? word
        : UnigramSegmentedWord.UNSEGMENTED;
  }

  void add(UnigramSegmentedWord word) {
    char[] letters = word.letters();
    if (letters.length <= MAX_LENGTH) {
      words[slot(letters, 0, letters.length, word.marked())] = word;
    }
  }

  private static int slot(char[] chars, int start, int end, boolean marked) {
    int hash = marked ? 1 : 0;
    for (int i = start; i < end; i++) {
      hash = 31 * hash + chars[i];
    }
    return (hash * 0x9E3779B9) >>> (Integer.SIZE - BITS);
  }
}
