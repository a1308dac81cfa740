package org.isogloss.neural.staticencoder;

import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;

/**
 * Which pieces a trained vocabulary has: the special tokens, every single character of the base
 * vocabulary, then of the base's other pieces and of pieces learned from the training text those
 * that training will meet most often, and last those that it never meets, in the base's order.
 *
 * @param pieces how many at most; 0 keeps the base vocabulary as it is
 * @param minCount neighbouring pieces met more rarely do not become a learned one
 * @param learned how many pieces to learn from the text at most, by joining neighbours
 */
public record VocabularyPlan(
    @Default("0") int pieces, @Default("3") int minCount, @Default("0") int learned) {
  public VocabularyPlan {
    Checks.atLeast("pieces", pieces, 0);
    Checks.atLeast("min-count", minCount, 1);
    Checks.atLeast("learned", learned, 0);
  }

  /** The same with so many pieces fewer, which are chosen otherwise. */
  VocabularyPlan without(int chosen) {
    return pieces == 0 ? this : new VocabularyPlan(Math.max(1, pieces - chosen), minCount, learned);
  }
}
