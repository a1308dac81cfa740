// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.nio.file.Path;
import java.util.Map;
import org.isogloss.data.training.JudgedExamples;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.WordLevelScoring;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.papers.experiment.RecipeTemplate;
import org.isogloss.papers.resource.PaperResources;

/** Trains the cross-encoder of sections 2.2 and 2.3. */
final class ClirBertTrainer {
  /** Name of the model and of its files in the work folder. */
  static final String NAME = "clir-bert";

  private final RecipeTemplate<CrossEncoderRecipe> recipe;
  private final ClirSetup setup;
  private final ClirData data;
  private final int layers;

  /**
   * Creates a trainer for a base.
   *
   * @throws org.isogloss.core.IsoglossException if an override does not fit the recipe
   */
  ClirBertTrainer(ClirSetup setup, ClirData data, ModelFolder base) {
    this.setup = setup;
    this.data = data;
    this.layers = RecipeTemplate.layersOf(base, setup.sizes().count("layers"));
    this.recipe =
        setup
            .runner()
            .recipe(
                PaperResources.text(ClirPaper.class, "recipe.yaml"),
                CrossEncoderRecipe.class,
                Map.of("layers", Integer.toString(layers)),
                setup.runner().options().overrides());
    recipe.read(NAME, variables(Path.of("none"), 1));
  }

  int layers() {
    return layers;
  }

  /** Returns the recipe of the training. */
  RecipeTemplate<CrossEncoderRecipe> recipe() {
    return recipe;
  }

  private Map<String, String> variables(Path examples, int size) {
    long steps = setup.sizes().steps(size);
    return Map.of(
        "examples", examples.toString(),
        "steps", Long.toString(steps),
        "log-every", Long.toString(Math.max(1, steps / 100)));
  }

  /**
   * Returns the folder of the model, which search can re-rank with; trains it if it does not exist.
   */
  Path trainIfMissing() {
    Path folder =
        setup
            .runner()
            .train(
                NAME,
                recipe,
                () -> {
                  Path examples = data.trainingWordFile();
                  return variables(examples, JudgedExamples.count(examples));
                });
    ModelManifest manifest = ModelManifest.read(folder);
    if (manifest.wordScoring().isEmpty()) {
      manifest
          .withWordScoring(new WordLevelScoring(data.wordCorrection().oddsFactor()))
          .write(folder);
    }
    return folder;
  }

  /** Returns the number of examples that the training draws. */
  long draws() {
    Path examples = data.trainingWordFile();
    CrossEncoderRecipe read =
        recipe.read(NAME, variables(examples, JudgedExamples.count(examples)));
    return read.training().steps() * read.batches().pairs();
  }
}
