// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.text.subword;

import java.util.List;
import java.util.Set;

/**
 * The vocabulary of a Unigram tokenizer.
 *
 * @param tokens the string form of each token; the index in the list is the id
 * @param scores for each token, the logarithm of its probability
 * @param controlIds ids of special tokens: text is never split into these
 * @param byteFallback whether characters without a token are split into byte tokens {@code <0x00>}
 *     to {@code <0xFF>} instead of becoming the unknown token
 */
public record UnigramModel(
    List<String> tokens, double[] scores, Set<Integer> controlIds, boolean byteFallback) {
  public UnigramModel {
    tokens = List.copyOf(tokens);
    controlIds = Set.copyOf(controlIds);
    if (tokens.isEmpty() || tokens.size() != scores.length) {
      throw new IllegalArgumentException(
          "expected one score for each token: "
              + tokens.size()
              + " tokens, "
              + scores.length
              + " scores");
    }
    for (double score : scores) {
      if (!Double.isFinite(score)) {
        throw new IllegalArgumentException("the score of a token is " + score);
      }
    }
  }
}
