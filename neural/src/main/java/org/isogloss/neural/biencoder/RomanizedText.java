// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.text.Encoding;

/**
 * A text in Latin letters and in its own script.
 *
 * @param romanized the text in Latin letters, as the student reads it
 * @param original the text in its own script, as the teacher reads it
 * @param words the words that both readings contain completely
 * @param key equal for equal texts
 */
record RomanizedText(Encoding romanized, Encoding original, List<Word> words, int key) {
  /**
   * A word.
   *
   * @param romanized its tokens in Latin letters
   * @param original its tokens in its own script
   * @param key equal for equal words
   */
  record Word(TokenRange romanized, TokenRange original, int key) {
    Word {
      requireNonNull(romanized, "romanized is null");
      requireNonNull(original, "original is null");
    }
  }

  RomanizedText {
    requireNonNull(romanized, "romanized is null");
    requireNonNull(original, "original is null");
    words = List.copyOf(words);
  }

  /** Returns the number of tokens of the longer form. */
  int maxLength() {
    return Math.max(romanized.size(), original.size());
  }
}
