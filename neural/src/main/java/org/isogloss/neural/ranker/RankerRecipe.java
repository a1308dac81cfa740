// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.finetuning.FineTuningRecipe;
import org.isogloss.neural.recipe.RecipeChecks;

/** The common part of the recipes of all rankers. */
public interface RankerRecipe extends FineTuningRecipe {
  /**
   * Returns the licences of the sources, as SPDX expressions, by {@code base}, {@code bitext},
   * {@code documentation}, {@code judged}, {@code teacher}, {@code ranking-teacher} and {@code
   * adversary}.
   */
  @Override
  Map<String, String> licences();

  /** Returns the folder of the teacher, if the recipe has one. */
  default Optional<Path> teacher() {
    return Optional.empty();
  }

  /** Returns the folder of the model whose ranking is learned, if the recipe has one. */
  default Optional<Path> rankingTeacher() {
    return Optional.empty();
  }

  /** Returns the file of the adversary's texts, if the recipe has one. */
  default Optional<Path> adversaryTexts() {
    return Optional.empty();
  }

  /** Returns the options of the training data. */
  RankerDataOptions data();

  /**
   * Requires that a name is a valid name of a folder, and that licences are those of known sources.
   *
   * @throws IllegalArgumentException if they are not
   */
  static void requireNames(String name, Map<String, String> licences) {
    RecipeChecks.requireKnownKeys("licences", licences.keySet(), RankerSourceFiles.PARTS);
    RecipeChecks.requireValidName(name);
  }
}
