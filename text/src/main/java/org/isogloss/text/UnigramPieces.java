package org.isogloss.text;

import java.util.List;
import java.util.Set;

/**
 * The vocabulary of a Unigram tokenizer.
 *
 * @param pieces how each is written; the place in the list is the id
 * @param scores for each piece, the logarithm of its probability
 * @param control ids of special tokens: no text is ever cut into these
 * @param byteFallback whether characters that no piece writes are written byte by byte, by pieces
 *     {@code <0x00>} to {@code <0xFF>}, instead of being unknown
 */
public record UnigramPieces(
    List<String> pieces, double[] scores, Set<Integer> control, boolean byteFallback) {
  public UnigramPieces {
    pieces = List.copyOf(pieces);
    control = Set.copyOf(control);
    if (pieces.isEmpty() || pieces.size() != scores.length) {
      throw new IllegalArgumentException(
          "not one score for each piece: "
              + pieces.size()
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
