// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.experiment.RecipeTemplate;

/** Trains a late-interaction re-ranker on each source of relevance. */
final class SourceModelTrainer {
  /** The recipe of all sources. */
  static final String RECIPE =
      """
      name: "xpr-${training}"
      seed: "${seed}"
      model: {base: "${base}", max-length: "${length}", freeze: embeddings}
      data: {judged: {examples: "${examples}", held-out: 0}}
      batches: {pairs: "${queries}"}
      objectives: {interaction: {}}
      optimizer: {learning-rate: 2e-5, weight-decay: 0, schedule: {kind: linear, warm-up: "${warm-up}"}}
      training: {steps: "${steps}", validate-every: 0, log-every: "${log-every}"}
      """;

  private final RecipeTemplate<BiEncoderRecipe> recipe;
  private final PaperOptions options;
  private final XprData data;
  private final ExperimentFolder work;

  /**
   * Creates a trainer for a base.
   *
   * @throws IsoglossException if it is no late-interaction re-ranker, or an override does not fit
   *     the recipe
   */
  SourceModelTrainer(PaperOptions options, XprSizes sizes, XprData data, ModelFolder base) {
    if (!LateInteractionTables.existsIn(base)) {
      throw new IsoglossException(
          base.path()
              + ": has no "
              + LateInteractionTables.FILE
              + ": expected a late-interaction re-ranker; estimate its interaction tables from"
              + " bitext first");
    }
    this.options = options;
    this.data = data;
    this.work = new ExperimentFolder(options);
    int steps = sizes.sourceSteps();
    Map<String, String> variables =
        Map.of(
            "seed", Long.toString(options.seed()),
            "length", Integer.toString(sizes.sourceMaxLength()),
            "queries", Integer.toString(sizes.sourceQueries()),
            "steps", Integer.toString(steps),
            "warm-up", Integer.toString(steps / 6),
            "log-every", Integer.toString(Math.max(1, steps / 10)));
    this.recipe =
        new RecipeTemplate<>(RECIPE, BiEncoderRecipe.class, variables, options.overrides());
    recipe.read("a source", variables("none", Path.of("none")));
  }

  /** Returns the recipe of all trainings. */
  RecipeTemplate<BiEncoderRecipe> recipe() {
    return recipe;
  }

  private Map<String, String> variables(String training, Path examples) {
    return Map.of(
        "training",
        training,
        "base",
        options.requireBase().toString(),
        "examples",
        examples.toString());
  }

  /** Returns the model folder of a source; trains it if it does not exist. */
  Path trainIfMissing(SourceVariant row, TrainingListener listener) {
    return work.train(
        row.key(), recipe, () -> variables(row.key(), data.relevance(row).training()), listener);
  }

  /** Returns the logs of the trainings by name. */
  SequencedMap<String, Path> logs() {
    SequencedMap<String, Path> logs = new LinkedHashMap<>();
    for (SourceVariant row : SourceVariant.values()) {
      logs.put(row.label(), work.logFile(row.key()));
    }
    return logs;
  }

  /** Deletes files that a measured source no longer needs. */
  void discard(SourceVariant row) {
    work.discardModel(row.key());
  }
}
