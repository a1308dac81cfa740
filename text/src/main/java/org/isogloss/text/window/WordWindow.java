// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.window;

import static java.util.Objects.requireNonNull;

import org.isogloss.text.Encoding;

/**
 * Consecutive words of a sentence as a model reads them.
 *
 * @param encoding the tokens of the words; offsets are those in their words
 * @param firstWord number of the first word in the sentence, from 0
 * @param firstTokens for each word of the window, the index of its first token in the encoding
 * @param from number of the first word, in the sentence, for which this window has the most context
 *     of all windows
 * @param to number after the last such word
 */
public record WordWindow(Encoding encoding, int firstWord, int[] firstTokens, int from, int to) {
  public WordWindow {
    requireNonNull(encoding, "encoding is null");
    if (from < firstWord || to > firstWord + firstTokens.length || from > to) {
      throw new IllegalArgumentException(
          "the words " + from + " to " + to + " are not all in the window");
    }
  }

  /** Returns the index, in the encoding, of the first token of a word of the sentence. */
  public int firstToken(int word) {
    return firstTokens[word - firstWord];
  }
}
