// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import java.nio.ByteBuffer;
import java.nio.IntBuffer;
import java.nio.charset.StandardCharsets;
import org.isogloss.core.Language;

/**
 * One language of a {@link TranslationTable}, as stored in the file.
 *
 * @param bytes the bytes of all words in UTF-8, sorted
 * @param wordEnds end of the bytes of each word
 * @param counts number of occurrences of each word
 * @param rowEnds end of the translations of each word
 * @param translations pairs of the number of a word of the other language and its probability
 */
record TableSide(
    Language language,
    ByteBuffer bytes,
    IntBuffer wordEnds,
    IntBuffer counts,
    IntBuffer rowEnds,
    ByteBuffer translations) {
  static final int ENTRY_BYTES = Integer.BYTES + Float.BYTES;

  int size() {
    return wordEnds.capacity();
  }

  private int wordStart(int number) {
    return number == 0 ? 0 : wordEnds.get(number - 1);
  }

  String word(int number) {
    byte[] word = new byte[wordEnds.get(number) - wordStart(number)];
    bytes.get(wordStart(number), word);
    return new String(word, StandardCharsets.UTF_8);
  }

  /** Returns the number of a word, or -1 if it is not in the table. */
  int number(byte[] word) {
    int from = 0;
    int to = size() - 1;
    while (from <= to) {
      int middle = (from + to) >>> 1;
      int order = compare(middle, word);
      if (order == 0) {
        return middle;
      }
      if (order < 0) {
        from = middle + 1;
      } else {
        to = middle - 1;
      }
    }
    return -1;
  }

  private int compare(int number, byte[] word) {
    int start = wordStart(number);
    int length = wordEnds.get(number) - start;
    for (int n = 0; n < Math.min(length, word.length); n++) {
      int order = Byte.compareUnsigned(bytes.get(start + n), word[n]);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(length, word.length);
  }

  /** Compares the bytes of two words of this side, unsigned. */
  int compare(int first, int other) {
    int mismatch = bytes(first).mismatch(bytes(other));
    int length = wordEnds.get(first) - wordStart(first);
    int otherLength = wordEnds.get(other) - wordStart(other);
    return mismatch < 0 || mismatch == Math.min(length, otherLength)
        ? Integer.compare(length, otherLength)
        : Byte.compareUnsigned(
            bytes.get(wordStart(first) + mismatch), bytes.get(wordStart(other) + mismatch));
  }

  private ByteBuffer bytes(int number) {
    return bytes.slice(wordStart(number), wordEnds.get(number) - wordStart(number));
  }

  /** Returns whether the first byte of a word continues a character in UTF-8. */
  boolean startsInsideCharacter(int number) {
    int start = wordStart(number);
    return start < wordEnds.get(number) && (bytes.get(start) & 0xC0) == 0x80;
  }

  int count(int number) {
    return counts.get(number);
  }

  long tokenCount() {
    long total = 0;
    for (int number = 0; number < size(); number++) {
      total += counts.get(number);
    }
    return total;
  }

  /** Returns the first entry of the translations of a word. */
  int rowStart(int number) {
    return number == 0 ? 0 : rowEnds.get(number - 1);
  }

  int rowEnd(int number) {
    return rowEnds.get(number);
  }

  int translationCount() {
    return translations.capacity() / ENTRY_BYTES;
  }

  /** Returns the number of the word of the other language. */
  int translation(int entry) {
    return translations.getInt(entry * ENTRY_BYTES);
  }

  float probability(int entry) {
    return translations.getFloat(entry * ENTRY_BYTES + Integer.BYTES);
  }
}
