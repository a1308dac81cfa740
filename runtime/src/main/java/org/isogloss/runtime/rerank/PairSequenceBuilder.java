// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.SpecialTokens;
import org.isogloss.text.TokenizedText;
import org.isogloss.text.Tokenizer;

/**
 * Builds the input sequences of a cross-encoder for a query and several texts. A text that is too
 * long is split into several {@link TextWindow windows}. A query uses at most half of the available
 * tokens; a longer query is truncated.
 */
final class PairSequenceBuilder {
  private final SpecialTokens special;
  private final int maxLength;
  private final TokenizedText query;
  private final int maxTextTokens;
  private final List<TokenSequence> sequences = new ArrayList<>();

  PairSequenceBuilder(Tokenizer tokenizer, String query, int maxLength) {
    this.special = tokenizer.specialTokens();
    this.maxLength = maxLength;
    int available =
        maxLength - special.prefix().length - special.separator().length - special.suffix().length;
    TokenizedText queryTokens = tokenizer.tokenize(query);
    this.query = part(queryTokens, 0, Math.min(queryTokens.size(), available / 2));
    this.maxTextTokens = available - this.query.size();
  }

  /**
   * Adds a text.
   *
   * @param tokens the tokens of the text
   * @return number of sequences for the text, at least 1
   */
  int add(TokenizedText tokens) {
    List<TextWindow> parts = TextWindow.split(tokens.size(), maxTextTokens);
    parts.forEach(part -> addPart(part(tokens, part.from(), part.to())));
    return parts.size();
  }

  private void addPart(TokenizedText text) {
    sequences.add(TokenSequence.of(special.addTo(query, text, maxLength)));
  }

  private static TokenizedText part(TokenizedText tokens, int from, int to) {
    return new TokenizedText(
        Arrays.copyOfRange(tokens.ids(), from, to),
        Arrays.copyOfRange(tokens.starts(), from, to),
        Arrays.copyOfRange(tokens.ends(), from, to));
  }

  /** Returns all sequences so far, in the order of the texts. */
  List<TokenSequence> sequences() {
    return sequences;
  }
}
