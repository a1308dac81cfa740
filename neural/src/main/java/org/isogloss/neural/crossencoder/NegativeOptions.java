// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * How the negatives of a relevant passage are chosen.
 *
 * @param random number of negatives chosen at random among the other sentences of the language
 * @param hard number of hard negatives, which share the most tokens with the relevant passage
 * @param pool number of pairs of a language pair among which negatives are chosen
 */
public record NegativeOptions(
    @Default("2") int random, @Default("1") int hard, @Default("64") int pool) {
  public NegativeOptions {
    RecipeChecks.requireAtLeast("random", random, 0);
    RecipeChecks.requireAtLeast("hard", hard, 0);
    RecipeChecks.requireAtLeast("random and hard together", random + hard, 1);
    RecipeChecks.requireAtLeast("pool", pool, 1 + random + hard);
  }

  int count() {
    return random + hard;
  }
}
