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

/** Trains a re-ranker by late interaction on each source of relevance. */
final class SourceModelTrainer {
  /** The same for all sources. */
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
   * For a base.
   *
   * @throws IsoglossException if it is no re-ranker by late interaction, or what overrides the
   *     recipe does not fit it
   */
  SourceModelTrainer(PaperOptions options, XprSizes sizes, XprData data, ModelFolder base) {
    if (!LateInteractionTables.existsIn(base)) {
      throw new IsoglossException(
          base.path()
              + ": has no "
              + LateInteractionTables.FILE
              + ": a re-ranker by late interaction is trained, make it one with isogloss model"
              + " interaction");
    }
    this.options = options;
    this.data = data;
    this.work = new ExperimentFolder(options);
    int steps = sizes.sourceSteps();
    Map<String, String> variables =
        Map.of(
            "seed", Long.toString(options.seed()),
            "length", Integer.toString(sizes.maxLength()),
            "queries", Integer.toString(sizes.sourceQueries()),
            "steps", Integer.toString(steps),
            "warm-up", Integer.toString(steps / 6),
            "log-every", Integer.toString(Math.max(1, steps / 10)));
    this.recipe =
        new RecipeTemplate<>(RECIPE, BiEncoderRecipe.class, variables, options.overrides());
    recipe.read("a source", variables("none", Path.of("none")));
  }

  /** The recipe that all are trained by. */
  RecipeTemplate<BiEncoderRecipe> recipe() {
    return recipe;
  }

  private Map<String, String> variables(String training, Path examples) {
    return Map.of(
        "training", training, "base", options.base().toString(), "examples", examples.toString());
  }

  /** The folder of a source's model; trains it where it is not there yet. */
  Path trainIfMissing(SourceVariant row, TrainingListener listener) {
    return work.train(
        row.key(), recipe, () -> variables(row.key(), data.relevance(row).training()), listener);
  }

  /** Where the curves of the trainings are told, by their names. */
  SequencedMap<String, Path> logs() {
    SequencedMap<String, Path> logs = new LinkedHashMap<>();
    for (SourceVariant row : SourceVariant.values()) {
      logs.put(row.label(), work.logFile(row.key()));
    }
    return logs;
  }

  /** Deletes what a measured source no longer needs. */
  void discard(SourceVariant row) {
    work.discardModel(row.key());
  }
}
