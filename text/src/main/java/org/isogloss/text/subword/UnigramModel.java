package org.isogloss.text.subword;

import java.util.List;
import java.util.Set;

/**
 * The vocabulary of a Unigram tokenizer.
 *
 * @param tokens how each is written; the place in the list is the id
 * @param scores for each piece, the logarithm of its probability
 * @param controlIds ids of special tokens: no text is ever cut into these
 * @param byteFallback whether characters that no piece writes are written byte by byte, by pieces
 *     {@code <0x00>} to {@code <0xFF>}, instead of being unknown
 */
public record UnigramModel(
    List<String> tokens, double[] scores, Set<Integer> controlIds, boolean byteFallback) {
  public UnigramModel {
    tokens = List.copyOf(tokens);
    controlIds = Set.copyOf(controlIds);
    if (tokens.isEmpty() || tokens.size() != scores.length) {
      throw new IllegalArgumentException(
          "not one score for each piece: "
              + tokens.size()
              + " pieces, "
              + scores.length
              + " scores");
    }
    for (double score : scores) {
      if (!Double.isFinite(score)) {
        throw new IllegalArgumentException("a piece's score is " + score);
      }
    }
  }
}
