package org.isogloss.text;

import java.util.OptionalInt;

/** Cuts text into the pieces of a model's vocabulary. Safe for use by many threads at once. */
public interface Tokenizer {
  /**
   * The pieces of a text, in order, without the special tokens that a model may put around them.
   *
   * @return ids in {@code [0, vocabularySize())}; empty for an empty text. What white space alone
   *     gives is up to the kind of tokenizer: WordPiece has no piece for it, Unigram the mark of a
   *     word
   */
  int[] ids(String text);

  /** The same pieces as {@link #ids}, and where in the text each of them lies. */
  TokenizedText tokenize(String text);

  /** How many pieces there are, special tokens counted. */
  int vocabularySize();

  /**
   * How a piece is written, with the marks of its kind ({@code ##ing}, {@code ▁the}).
   *
   * @throws IndexOutOfBoundsException if no piece has this id
   */
  String token(int id);

  /** The id of the piece that is written so, special tokens ({@code [MASK]}) included. */
  OptionalInt id(String token);

  /** The special tokens that the model expects around a text or a pair of texts. */
  SpecialTokens specialTokens();

  /**
   * A text as a model reads it: with its special tokens, cut at the end where it is too long.
   *
   * @param maxLength the most ids wanted, special tokens counted
   * @throws org.isogloss.core.IsoglossException if not even the special tokens find room
   */
  default Encoding encode(String text, int maxLength) {
    return specialTokens().addTo(tokenize(text), maxLength);
  }

  /**
   * Two texts as a model reads them together. What is too long is cut at its end, the longer text
   * first.
   *
   * @param maxLength the most ids wanted, special tokens counted
   * @throws org.isogloss.core.IsoglossException if not even the special tokens find room
   */
  default Encoding encode(String first, String second, int maxLength) {
    return specialTokens().addTo(tokenize(first), tokenize(second), maxLength);
  }
}
