// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Options of masked language modelling.
 *
 * @param share fraction of the tokens to predict
 * @param weight weight of the loss
 */
public record LanguageModelOptions(@Default("0.15") double share, @Default("1") double weight) {
  public LanguageModelOptions {
    RecipeChecks.requireInRange("share", share, 0.001, 1);
    RecipeChecks.requirePositive("weight", weight);
  }
}
