// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.romanization;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.core.Span;

/**
 * A text in Latin letters, with its words.
 *
 * @param text the text in Latin letters
 * @param words the words of both forms, in order
 */
public record Romanization(String text, List<Word> words) {
  /**
   * One word.
   *
   * @param original the word in the original text
   * @param romanized the same word in Latin letters
   */
  public record Word(Span original, Span romanized) {
    public Word {
      requireNonNull(original, "original is null");
      requireNonNull(romanized, "romanized is null");
    }
  }

  public Romanization {
    requireNonNull(text, "text is null");
    words = List.copyOf(words);
  }
}
