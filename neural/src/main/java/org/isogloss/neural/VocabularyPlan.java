package org.isogloss.neural;

/**
 * Which pieces a trained vocabulary has: the special tokens, every single character of the base
 * vocabulary, then of the base's other pieces and of the training text's words those that training
 * will meet most often.
 *
 * @param pieces how many at most; 0 keeps the base vocabulary as it is
 * @param minCount a word or piece met more rarely is not taken
 * @param learned how many whole words that the base lacks at most
 */
public record VocabularyPlan(
    @Default("0") int pieces, @Default("3") int minCount, @Default("0") int learned) {
  public VocabularyPlan {
    Checks.atLeast("pieces", pieces, 0);
    Checks.atLeast("min-count", minCount, 1);
    Checks.atLeast("learned", learned, 0);
  }
}
