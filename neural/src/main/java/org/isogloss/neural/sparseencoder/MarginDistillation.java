// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.sparseencoder;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Distillation of the margins of a cross-encoder between the relevant passage of a query and its
 * hard negatives ({@link org.isogloss.neural.loss.MarginMseLoss}).
 *
 * @param teacher model folder of the cross-encoder
 * @param weight weight of the loss
 */
public record MarginDistillation(Path teacher, @Default("1") double weight) {
  public MarginDistillation {
    requireNonNull(teacher, "teacher is null");
    RecipeChecks.requirePositive("weight", weight);
  }
}
