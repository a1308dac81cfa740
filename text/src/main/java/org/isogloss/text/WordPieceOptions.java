package org.isogloss.text;

/**
 * How a WordPiece tokenizer prepares text; the names are those of Hugging Face's {@code
 * tokenizer_config.json}.
 *
 * @param lowercase whether to lower-case ({@code do_lower_case})
 * @param stripAccents whether to decompose characters and drop their accents ({@code
 *     strip_accents})
 * @param tokenizeCjk whether each Chinese character is a word ({@code tokenize_chinese_chars})
 * @param specialTokensInText whether {@code [MASK]} and the like, written in a text, stand for the
 *     special token. Hugging Face does so always; here it must be asked for, as documents are not
 *     to be trusted with it
 */
public record WordPieceOptions(
    boolean lowercase, boolean stripAccents, boolean tokenizeCjk, boolean specialTokensInText) {
  /** For cased models, such as multilingual BERT. */
  public static final WordPieceOptions CASED = new WordPieceOptions(false, false, true, false);

  /** For uncased models. */
  public static final WordPieceOptions UNCASED = new WordPieceOptions(true, true, true, false);

  public WordPieceOptions withStripAccents(boolean value) {
    return new WordPieceOptions(lowercase, value, tokenizeCjk, specialTokensInText);
  }

  public WordPieceOptions withTokenizeCjk(boolean value) {
    return new WordPieceOptions(lowercase, stripAccents, value, specialTokensInText);
  }

  public WordPieceOptions withSpecialTokensInText(boolean value) {
    return new WordPieceOptions(lowercase, stripAccents, tokenizeCjk, value);
  }
}
