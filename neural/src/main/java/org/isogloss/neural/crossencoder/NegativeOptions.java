package org.isogloss.neural.crossencoder;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * What stands against a right passage.
 *
 * @param random how many chosen at random among the other sentences of its language
 * @param hard how many of those that share most pieces with it
 * @param pool among how many pairs of a language pair they are looked for
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
