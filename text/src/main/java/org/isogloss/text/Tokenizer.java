package org.isogloss.text;

/** Cuts text into the pieces of a model's vocabulary. Safe for use by many threads at once. */
public interface Tokenizer {
  /**
   * The pieces of a text, in order, without the special tokens that a model may put around them.
   *
   * @return ids in {@code [0, vocabularySize())}; empty for a text that holds nothing but white
   *     space and control characters
   */
  int[] ids(String text);

  /** How many pieces there are, special tokens counted. */
  int vocabularySize();

  /** How a piece is written, with the marks of its kind ({@code ##ing}, {@code ▁the}). */
  String piece(int id);
}
