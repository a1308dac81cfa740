// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.vocabulary;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * How the tokens of a vocabulary are selected. The vocabulary starts with the special tokens and
 * all single characters of the base vocabulary. Next come the other tokens of the base vocabulary
 * and tokens learned from the training text, in descending order of their frequency in training.
 * Tokens that do not occur in training come last, in the order of the base vocabulary.
 *
 * @param pieces maximum number of tokens; 0 keeps the base vocabulary unchanged
 * @param minCount minimum number of occurrences in the text of a pair of tokens to merge
 * @param learned maximum number of tokens to learn from the text, by merging adjacent tokens
 */
public record VocabularyOptions(
    @Default("0") int pieces, @Default("3") int minCount, @Default("0") int learned) {
  public VocabularyOptions {
    RecipeChecks.requireAtLeast("pieces", pieces, 0);
    RecipeChecks.requireAtLeast("min-count", minCount, 1);
    RecipeChecks.requireAtLeast("learned", learned, 0);
  }

  /** Returns options for a vocabulary to which {@code added} tokens are added in another way. */
  public VocabularyOptions without(int added) {
    return pieces == 0
        ? this
        : new VocabularyOptions(Math.max(1, pieces - added), minCount, learned);
  }
}
