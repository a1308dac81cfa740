package org.isogloss.modelio.manifest;

/**
 * Says of a cross-encoder that it judges one word of a query and one sentence of a text at a time:
 * how likely the word occurs in the sentence's translation (CLIR-BERT, Jiang et al. 2020).
 *
 * @param priorOdds what its odds have to be multiplied by to be those in a collection, where a word
 *     occurs in far fewer sentences than among its training examples; above 0, 1 for nothing
 */
public record WordLevelScoring(double priorOdds) {
  public WordLevelScoring {
    if (!(priorOdds > 0) || Double.isInfinite(priorOdds)) {
      throw new IllegalArgumentException(
          "prior_odds is " + priorOdds + ", expected a number above 0");
    }
  }
}
