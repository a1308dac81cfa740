package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.recipe.RecipeChecks;
import org.isogloss.neural.torch.ComputeOptions;
import org.isogloss.neural.train.TrainingOptions;

/** What the recipes of all rankers say. */
public interface RankerRecipe extends Recipe {
  /** Of the trained model, as an SPDX identifier. */
  String licence();

  /**
   * Of what it is made from, as SPDX expressions, by {@code base}, {@code bitext}, {@code
   * documentation}, {@code judged} and {@code teacher}.
   */
  Map<String, String> licences();

  /** What is trained. */
  RankerModelOptions model();

  /** Folder of the model that shows how, where there is one. */
  default Optional<Path> teacher() {
    return Optional.empty();
  }

  /** On what. */
  RankerDataOptions data();

  /** How it is moved. */
  RankerOptimizerOptions optimizer();

  /** How long. */
  TrainingOptions training();

  /** With what. */
  ComputeOptions compute();

  /**
   * That a name can be a folder's, and licences are those of parts that a ranker is made from.
   *
   * @throws IllegalArgumentException if not
   */
  static void requireNames(String name, Map<String, String> licences) {
    RecipeChecks.requireKnownKeys("licences", licences.keySet(), RankerSourceFiles.PARTS);
    RecipeChecks.requireValidName(name);
  }
}
