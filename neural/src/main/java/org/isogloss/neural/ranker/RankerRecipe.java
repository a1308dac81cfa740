// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

/** The common part of the recipes of all rankers. */
public interface RankerRecipe extends Recipe {
  /** Returns the licence of the trained model, as an SPDX identifier. */
  String licence();

  /**
   * Returns the licences of the sources, as SPDX expressions, by {@code base}, {@code bitext},
   * {@code documentation}, {@code judged}, {@code teacher} and {@code adversary}.
   */
  Map<String, String> licences();

  /** Returns the options of the model. */
  RankerModelOptions model();

  /** Returns the folder of the teacher, if the recipe has one. */
  default Optional<Path> teacher() {
    return Optional.empty();
  }

  /** Returns the file of the adversary's texts, if the recipe has one. */
  default Optional<Path> adversaryTexts() {
    return Optional.empty();
  }

  /** Returns the options of the training data. */
  RankerDataOptions data();

  /** Returns the options of the optimizer. */
  RankerOptimizerOptions optimizer();

  /** Returns the length and the intervals of the training. */
  TrainingOptions training();

  /** Returns the device and the precision. */
  ComputeOptions compute();

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
