// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

/**
 * How a WordPiece tokenizer prepares text. The names are those of Hugging Face's {@code
 * tokenizer_config.json}.
 *
 * @param lowercase whether to convert text to lower case ({@code do_lower_case})
 * @param stripAccents whether to decompose characters and remove their accents ({@code
 *     strip_accents})
 * @param tokenizeCjk whether each Chinese character is a word ({@code tokenize_chinese_chars})
 * @param maxWordLength maximum length of a word in code points; a longer word becomes the unknown
 *     token, without spending time on it ({@code max_input_chars_per_word})
 * @param specialTokensInText whether {@code [MASK]} and similar strings in a text represent the
 *     special token. Hugging Face always does this; here it is off by default, because documents
 *     are untrusted input
 */
public record WordPieceOptions(
    boolean lowercase,
    boolean stripAccents,
    boolean tokenizeCjk,
    int maxWordLength,
    boolean specialTokensInText) {
  /** The default of BERT and its successors. */
  public static final int DEFAULT_MAX_WORD_LENGTH = 100;

  /** Options for cased models, such as multilingual BERT. */
  public static final WordPieceOptions CASED =
      new WordPieceOptions(false, false, true, DEFAULT_MAX_WORD_LENGTH, false);

  /** Options for uncased models. */
  public static final WordPieceOptions UNCASED =
      new WordPieceOptions(true, true, true, DEFAULT_MAX_WORD_LENGTH, false);

  /** Upper limit of {@code maxWordLength}: the time for a word is quadratic in the worst case. */
  private static final int MAX_WORD_LENGTH = 10_000;

  public WordPieceOptions {
    if (maxWordLength < 1 || maxWordLength > MAX_WORD_LENGTH) {
      throw new IllegalArgumentException(
          "maxWordLength is " + maxWordLength + ", expected 1 to " + MAX_WORD_LENGTH);
    }
  }

  public WordPieceOptions withStripAccents(boolean stripAccents) {
    return new WordPieceOptions(
        lowercase, stripAccents, tokenizeCjk, maxWordLength, specialTokensInText);
  }

  public WordPieceOptions withTokenizeCjk(boolean tokenizeCjk) {
    return new WordPieceOptions(
        lowercase, stripAccents, tokenizeCjk, maxWordLength, specialTokensInText);
  }

  public WordPieceOptions withMaxWordLength(int maxWordLength) {
    return new WordPieceOptions(
        lowercase, stripAccents, tokenizeCjk, maxWordLength, specialTokensInText);
  }

  public WordPieceOptions withSpecialTokensInText(boolean specialTokensInText) {
    return new WordPieceOptions(
        lowercase, stripAccents, tokenizeCjk, maxWordLength, specialTokensInText);
  }
}
