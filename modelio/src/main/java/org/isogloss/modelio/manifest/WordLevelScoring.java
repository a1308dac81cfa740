// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.manifest;

/**
 * Marks a cross-encoder that scores one query word and one sentence at a time: the probability that
 * the word occurs in the translation of the sentence (CLIR-BERT, Jiang et al. 2020).
 *
 * @param priorOdds factor that converts the model's odds to those in a collection, where a word
 *     occurs in far fewer sentences than in the training examples; above 0, 1 for no correction
 */
public record WordLevelScoring(double priorOdds) {
  public WordLevelScoring {
    if (!(priorOdds > 0) || Double.isInfinite(priorOdds)) {
      throw new IllegalArgumentException(
          "prior_odds is " + priorOdds + ", expected a number above 0");
    }
  }
}
