package org.isogloss.papers.xpr;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.model.InteractionTables;
import org.isogloss.model.ModelFolder;
import org.isogloss.neural.RecipeReader;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.WorkFolder;

/** Trains a re-ranker by late interaction on each source of relevance. */
final class SourceModels {
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

  private final PaperOptions options;
  private final XprSizes sizes;
  private final XprData data;
  private final WorkFolder work;

  /**
   * For a base.
   *
   * @throws IsoglossException if it is no re-ranker by late interaction, or what overrides the
   *     recipe does not fit it
   */
  SourceModels(PaperOptions options, XprSizes sizes, XprData data, ModelFolder base) {
    if (!InteractionTables.isIn(base)) {
      throw new IsoglossException(
          base.path()
              + ": has no "
              + InteractionTables.FILE
              + ": a re-ranker by late interaction is trained, make it one with isogloss model"
              + " interaction");
    }
    this.options = options;
    this.sizes = sizes;
    this.data = data;
    this.work = new WorkFolder(options);
    recipe("none", Path.of("none"));
  }

  /** What the recipe's variables stand for, but for paths and what differs between trainings. */
  Map<String, String> variables() {
    return Map.of(
        "seed", Long.toString(options.seed()),
        "length", Integer.toString(sizes.maxLength()),
        "queries", Integer.toString(sizes.sourceQueries()),
        "steps", Integer.toString(sizes.sourceSteps()),
        "warm-up", Integer.toString(sizes.sourceSteps() / 6),
        "log-every", Integer.toString(Math.max(1, sizes.sourceSteps() / 50)));
  }

  private BiEncoderRecipe recipe(String training, Path examples) {
    Map<String, String> variables = new HashMap<>(variables());
    variables.put("training", training);
    variables.put("base", options.base().toString());
    variables.put("examples", examples.toString());
    return new RecipeReader(variables, options.overrides())
        .parse("the recipe of " + training, RECIPE, BiEncoderRecipe.class);
  }

  /** The folder of a source's model; trains it where it is not there yet. */
  Path make(SourceRow row, TrainingListener listener) {
    Path model = work.model(row.key());
    if (Files.exists(model)) {
      return model;
    }
    BiEncoderRecipe recipe = recipe(row.key(), data.relevance(row).training());
    return work.train(row.key(), recipe, RECIPE, options.overrides(), listener);
  }

  /** Where the curves of the trainings are told, by their names. */
  SequencedMap<String, Path> logs() {
    SequencedMap<String, Path> logs = new LinkedHashMap<>();
    for (SourceRow row : SourceRow.values()) {
      logs.put(row.label(), work.log(row.key()));
    }
    return logs;
  }

  /** Deletes what a measured source no longer needs. */
  void discard(SourceRow row) {
    work.discard(row.key());
  }
}
