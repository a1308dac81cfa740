// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.nio.file.Path;
import java.util.Map;
import org.isogloss.data.training.JudgedExamples;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.ModelManifest;
import org.isogloss.modelio.manifest.WordLevelScoring;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.experiment.RecipeTemplate;

/** Trains the cross-encoder of sections 2.2 and 2.3. */
final class ClirBertTrainer {
  /** Name of the model and of its files in the work folder. */
  static final String NAME = "clir-bert";

  /** Adam, one epoch, the last state: the settings of the paper. */
  static final String RECIPE =
      """
      name: clir-bert
      seed: "${seed}"
      head: new
      model: {base: "${base}", layers: "${layers}", max-length: "${length}"}
      data: {judged: {examples: "${examples}", held-out: 0}}
      batches: {pairs: "${batch}", chunk: 32}
      objectives: {pairs: {}}
      optimizer: {learning-rate: "${rate}", beta1: 0.9, beta2: 0.999, weight-decay: 0, schedule: {kind: linear}}
      training: {steps: "${steps}", validate-every: 0, log-every: "${log-every}"}
      """;

  private final RecipeTemplate<CrossEncoderRecipe> recipe;
  private final PaperOptions options;
  private final ClirSizes sizes;
  private final ClirData data;
  private final ExperimentFolder work;
  private final int layers;

  /**
   * Creates a trainer for a base.
   *
   * @throws org.isogloss.core.IsoglossException if an override does not fit the recipe
   */
  ClirBertTrainer(PaperOptions options, ClirSizes sizes, ClirData data, ModelFolder base) {
    this.options = options;
    this.sizes = sizes;
    this.data = data;
    this.work = new ExperimentFolder(options);
    this.layers = RecipeTemplate.layersOf(base, sizes.layers());
    Map<String, String> variables =
        Map.of(
            "seed", Long.toString(options.seed()),
            "layers", Integer.toString(layers),
            "length", Integer.toString(sizes.maxLength()),
            "batch", Integer.toString(sizes.batch()),
            "rate", Double.toString(sizes.learningRate()));
    this.recipe =
        new RecipeTemplate<>(RECIPE, CrossEncoderRecipe.class, variables, options.overrides());
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
    long steps = sizes.steps(size);
    return Map.of(
        "base", options.requireBase().toString(),
        "examples", examples.toString(),
        "steps", Long.toString(steps),
        "log-every", Long.toString(Math.max(1, steps / 100)));
  }

  /**
   * Returns the folder of the model, which search can re-rank with; trains it if it does not exist.
   */
  Path trainIfMissing(TrainingListener listener) {
    Path folder =
        work.train(
            NAME,
            recipe,
            () -> {
              Path examples = data.trainingWordFile();
              return variables(examples, JudgedExamples.count(examples));
            },
            listener);
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

  /** Returns the log of the training. */
  Path logFile() {
    return work.logFile(NAME);
  }
}
