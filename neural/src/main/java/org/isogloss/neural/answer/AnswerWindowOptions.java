// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.answer;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * How texts that are longer than the model can read are split into overlapping windows.
 *
 * @param stride number of tokens from the start of a window to the start of the next
 * @param question maximum number of tokens of a question
 */
public record AnswerWindowOptions(@Default("128") int stride, @Default("64") int question) {
  public AnswerWindowOptions {
    RecipeChecks.requireAtLeast("stride", stride, 1);
    RecipeChecks.requireAtLeast("question", question, 1);
  }
}
