// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.ArrayList;
import java.util.List;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.Encoding;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;
import org.isogloss.text.window.PairWindows;

/**
 * Builds the input sequences of a cross-encoder for a query and several texts. A text that is too
 * long is split into several windows. A query uses at most half of the available tokens; a longer
 * query is truncated.
 */
final class PairSequenceBuilder {
  private final PairWindows windows;
  private final List<TokenSequence> sequences = new ArrayList<>();

  PairSequenceBuilder(Tokenizer tokenizer, String query, int maxLength) {
    windows = PairWindows.ofHalves(tokenizer.specialTokens(), tokenizer.tokenize(query), maxLength);
  }

  /**
   * Adds a text.
   *
   * @param tokens the tokens of the text
   * @return number of sequences for the text, at least 1
   */
  int add(TokenizedText tokens) {
    List<Encoding> parts = windows.of(tokens);
    parts.forEach(part -> sequences.add(TokenSequence.of(part)));
    return parts.size();
  }

  /** Returns all sequences so far, in the order of the texts. */
  List<TokenSequence> sequences() {
    return sequences;
  }
}
