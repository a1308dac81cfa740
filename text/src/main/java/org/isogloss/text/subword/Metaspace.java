// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import static java.util.Objects.requireNonNull;

/**
 * How a Unigram tokenizer marks and finds words. The names are those of Hugging Face's {@code
 * Metaspace}.
 *
 * @param mark the character that replaces a space, {@code ▁}
 * @param prepend whether a mark is added before a text
 * @param split whether each mark begins a new word; if not, tokens may cross word boundaries
 * @param splitWhiteSpace whether white space is removed and each word between white space is
 *     tokenized separately ({@code WhitespaceSplit} before {@code Metaspace})
 */
public record Metaspace(char mark, Prepend prepend, boolean split, boolean splitWhiteSpace) {
  /** Where a missing mark is added. */
  public enum Prepend {
    /** Before every text, and before every word if white space splits words. */
    ALWAYS,
    /** Only before a word at the beginning of the text. */
    FIRST,
    /** Nowhere. */
    NEVER
  }

  /** The settings of XLM-R. */
  public static final Metaspace DEFAULT = new Metaspace('▁', Prepend.ALWAYS, true, false);

  public Metaspace {
    requireNonNull(prepend, "prepend is null");
    if (Character.isSurrogate(mark)) {
      throw new IllegalArgumentException(
          "the mark for a space is a surrogate, expected a character of the basic multilingual"
              + " plane");
    }
  }
}
