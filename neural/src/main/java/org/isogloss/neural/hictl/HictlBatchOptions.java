package org.isogloss.neural.hictl;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * What HICTL's batches are made of. For each pair a language is drawn, all being equally likely.
 *
 * @param pairs of a batch
 * @param monolingual share of pairs that are a sentence and its own pieces in another order; the
 *     others are translations
 * @param chunk how many texts are run through the model together
 */
public record HictlBatchOptions(
    @Default("32") int pairs, @Default("0.5") double monolingual, @Default("32") int chunk) {
  public HictlBatchOptions {
    RecipeChecks.requireAtLeast("pairs", pairs, 2);
    RecipeChecks.requireInRange("monolingual", monolingual, 0, 1);
    RecipeChecks.requireAtLeast("chunk", chunk, 1);
  }
}
