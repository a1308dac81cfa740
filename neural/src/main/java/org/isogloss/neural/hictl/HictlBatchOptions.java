// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Options for the batches of HICTL. The language of each pair is sampled uniformly.
 *
 * @param pairs pairs per batch
 * @param monolingual share of pairs that consist of a sentence and a permutation of its tokens; the
 *     others are translations
 * @param chunk number of texts that are encoded together
 */
public record HictlBatchOptions(
    @Default("32") int pairs, @Default("0.5") double monolingual, @Default("32") int chunk) {
  public HictlBatchOptions {
    RecipeChecks.requireAtLeast("pairs", pairs, 2);
    RecipeChecks.requireInRange("monolingual", monolingual, 0, 1);
    RecipeChecks.requireAtLeast("chunk", chunk, 1);
  }
}
