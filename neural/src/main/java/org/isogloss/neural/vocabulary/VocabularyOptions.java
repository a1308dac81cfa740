package org.isogloss.neural.vocabulary;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Which pieces a trained vocabulary has: the special tokens, every single character of the base
 * vocabulary, then of the base's other pieces and of pieces learned from the training text those
 * that training will meet most often, and last those that it never meets, in the base's order.
 *
 * @param pieces how many at most; 0 keeps the base vocabulary as it is
 * @param minCount neighbouring pieces met more rarely do not become a learned one
 * @param learned how many pieces to learn from the text at most, by joining neighbours
 */
public record VocabularyOptions(
    @Default("0") int pieces, @Default("3") int minCount, @Default("0") int learned) {
  public VocabularyOptions {
    RecipeChecks.requireAtLeast("pieces", pieces, 0);
    RecipeChecks.requireAtLeast("min-count", minCount, 1);
    RecipeChecks.requireAtLeast("learned", learned, 0);
  }

  /** The same with so many pieces fewer, which are chosen otherwise. */
  public VocabularyOptions without(int chosen) {
    return pieces == 0
        ? this
        : new VocabularyOptions(Math.max(1, pieces - chosen), minCount, learned);
  }
}
