// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.stream.IntStream;
import org.isogloss.runtime.inference.TokenSequence;
import org.isogloss.text.Encoding;
import org.isogloss.text.TokenizedText;

/** Collects the tokens whose vectors count, with their offsets in a text without its prefix. */
final class CoveredTokens {
  private final int prefixLength;
  private final IntStream.Builder ids = IntStream.builder();
  private final IntStream.Builder starts = IntStream.builder();
  private final IntStream.Builder ends = IntStream.builder();

  CoveredTokens(int prefixLength) {
    this.prefixLength = prefixLength;
  }

  /**
   * Adds tokens of a sequence.
   *
   * @param input the sequence before the expansion
   * @param counted the indices of the tokens
   */
  void add(Encoding input, TokenSequence sequence, int[] counted) {
    for (int i : counted) {
      boolean ofText =
          i < input.size()
              && input.sequenceIds()[i] == Encoding.FIRST
              && input.ends()[i] > prefixLength;
      ids.add(sequence.ids()[i]);
      // The first token can begin with the space at the end of the prefix.
      starts.add(ofText ? Math.max(0, input.starts()[i] - prefixLength) : 0);
      ends.add(ofText ? input.ends()[i] - prefixLength : 0);
    }
  }

  TokenizedText tokens() {
    return new TokenizedText(
        ids.build().toArray(), starts.build().toArray(), ends.build().toArray());
  }
}
