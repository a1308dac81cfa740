// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Options of language modelling.
 *
 * @param share share of masked tokens
 */
public record LanguageModelOptions(@Default("0.15") double share, @Default("1") double weight) {
  public LanguageModelOptions {
    RecipeChecks.requireInRange("share", share, 0.001, 1);
    RecipeChecks.requirePositive("weight", weight);
  }
}
