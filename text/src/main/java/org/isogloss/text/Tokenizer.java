// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text;

import java.util.OptionalInt;
import java.util.stream.Stream;

/** Splits text into the tokens of a model's vocabulary. Implementations are thread-safe. */
public interface Tokenizer {
  /**
   * The token ids of a text, in order, without special tokens.
   *
   * @return ids in {@code [0, vocabularySize())}; empty for an empty text. The result for white
   *     space depends on the tokenizer: WordPiece returns no token, Unigram the token of a word
   *     mark
   */
  int[] ids(String text);

  /** The tokens of {@link #ids}, with their offsets in the text. */
  TokenizedText tokenize(String text);

  /** Number of tokens in the vocabulary, special tokens included. */
  int vocabularySize();

  /**
   * The string form of a token, with the marks of its tokenizer ({@code ##ing}, {@code ▁the}).
   *
   * @throws IndexOutOfBoundsException if no token has this id
   */
  String token(int id);

  /** The id of the token with this string form; special tokens ({@code [MASK]}) are included. */
  OptionalInt id(String token);

  /** The id of the token that hides another from a language model; empty if there is none. */
  default OptionalInt maskId() {
    return Stream.of("[MASK]", "<mask>")
        .map(this::id)
        .flatMapToInt(OptionalInt::stream)
        .findFirst();
  }

  /**
   * Returns a text of tokens: their string forms joined, with spaces where their marks say so, and
   * without special tokens. What the tokenizer normalised is not restored; a tokenizer returns the
   * same ids for the result as for a text from which the ids come, except around unknown tokens.
   *
   * @throws IndexOutOfBoundsException if no token has one of the ids
   */
  String decode(int[] ids);

  /** The special tokens that the model expects around a text or a pair of texts. */
  SpecialTokens specialTokens();

  /**
   * Encodes a text for the model: adds special tokens and truncates the end of a text that is too
   * long.
   *
   * @param maxLength maximum number of tokens, special tokens included
   * @throws org.isogloss.core.IsoglossException if {@code maxLength} is less than the number of
   *     special tokens
   */
  default Encoding encode(String text, int maxLength) {
    return specialTokens().addTo(tokenize(text), maxLength);
  }

  /**
   * Encodes a pair of texts for the model. If the pair is too long, the texts are truncated at
   * their end, the longer text first.
   *
   * @param maxLength maximum number of tokens, special tokens included
   * @throws org.isogloss.core.IsoglossException if {@code maxLength} is less than the number of
   *     special tokens
   */
  default Encoding encode(String first, String second, int maxLength) {
    return specialTokens().addTo(tokenize(first), tokenize(second), maxLength);
  }
}
