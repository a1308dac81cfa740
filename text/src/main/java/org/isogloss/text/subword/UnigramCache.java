package org.isogloss.text.subword;

import java.util.Arrays;

/**
 * Remembers how words were cut: most words of a text were seen before. One slot for each hash, the
 * last word stays. Many threads may use it at once: words never change, and whichever of two they
 * find is right.
 */
final class UnigramCache {
  /** Longer words are rarely seen twice, in characters. */
  private static final int LONGEST = 32;

  private static final int BITS = 15;

  private final UnigramSegmentedWord[] words = new UnigramSegmentedWord[1 << BITS];

  UnigramCache() {
    Arrays.fill(words, UnigramSegmentedWord.UNSEGMENTED);
  }

  /** The word {@code chars[start, end)} as it was cut before; without pieces if it is not here. */
  UnigramSegmentedWord find(char[] chars, int start, int end, boolean marked) {
    if (end - start > LONGEST) {
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
    if (letters.length <= LONGEST) {
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
