package org.isogloss.text.subword;

/**
 * How a WordPiece tokenizer prepares text; the names are those of Hugging Face's {@code
 * tokenizer_config.json}.
 *
 * @param lowercase whether to lower-case ({@code do_lower_case})
 * @param stripAccents whether to decompose characters and drop their accents ({@code
 *     strip_accents})
 * @param tokenizeCjk whether each Chinese character is a word ({@code tokenize_chinese_chars})
 * @param maxWordLength longer words, in code points, are unknown as a whole: what no vocabulary
 *     knows is not worth its time ({@code max_input_chars_per_word})
 * @param specialTokensInText whether {@code [MASK]} and the like, written in a text, stand for the
 *     special token. Hugging Face does so always; here it must be asked for, as documents are not
 *     to be trusted with it
 */
public record WordPieceOptions(
    boolean lowercase,
    boolean stripAccents,
    boolean tokenizeCjk,
    int maxWordLength,
    boolean specialTokensInText) {
  /** What BERT and everybody after it has. */
  public static final int DEFAULT_MAX_WORD_LENGTH = 100;

  /** For cased models, such as multilingual BERT. */
  public static final WordPieceOptions CASED =
      new WordPieceOptions(false, false, true, DEFAULT_MAX_WORD_LENGTH, false);

  /** For uncased models. */
  public static final WordPieceOptions UNCASED =
      new WordPieceOptions(true, true, true, DEFAULT_MAX_WORD_LENGTH, false);

  /** Limit of {@code maxWordLength}: a word's time grows with its square in the worst case. */
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
