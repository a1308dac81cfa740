package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.isogloss.neural.Checks;
import org.isogloss.neural.Compute;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingPlan;

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
  RankerModel model();

  /** Folder of the model that shows how, where there is one. */
  default Optional<Path> teacher() {
    return Optional.empty();
  }

  /** On what. */
  RankerData data();

  /** How it is moved. */
  RankerOptimizer optimizer();

  /** How long. */
  TrainingPlan training();

  /** With what. */
  Compute compute();

  /**
   * That a name can be a folder's, and licences are those of parts that a ranker is made from.
   *
   * @throws IllegalArgumentException if not
   */
  static void requireNames(String name, Map<String, String> licences) {
    Checks.known("licences", licences.keySet(), RankerSources.PARTS);
    Checks.name(name);
  }
}
