// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.vocabulary;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Options of a trained vocabulary: the special tokens, every single character of the base
 * vocabulary, then the most frequent ones, in training, of the base's other tokens and of tokens
 * learned from the text, and last those that training never uses, in the base's order.
 *
 * @param pieces maximum number of tokens; 0 keeps the base vocabulary
 * @param minCount minimum count of a merged pair
 * @param learned maximum number of tokens learned from the text
 */
public record VocabularyOptions(
    @Default("0") int pieces, @Default("3") int minCount, @Default("0") int learned) {
  public VocabularyOptions {
    RecipeChecks.requireAtLeast("pieces", pieces, 0);
    RecipeChecks.requireAtLeast("min-count", minCount, 1);
    RecipeChecks.requireAtLeast("learned", learned, 0);
  }

  /** Returns options with fewer tokens, for those that are selected otherwise. */
  public VocabularyOptions without(int chosen) {
    return pieces == 0
        ? this
        : new VocabularyOptions(Math.max(1, pieces - chosen), minCount, learned);
  }
}
