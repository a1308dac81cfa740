// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.neural.finetuning.HeadInitialisation;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.experiment.RecipeTemplate;

/** Trains the models of the rows. */
final class XprModelTrainer {
  /** The recipe of all trainings; optimizer and decay are the paper's. */
  static final String RECIPE =
      """
      name: "xpr-${training}"
      seed: "${seed}"
      head: "${head}"
      model: {base: "${base}", layers: "${layers}", max-length: "${length}"}
      data: {judged: {examples: "${examples}", held-out: 0, validation: "${validation}"}}
      batches: {pairs: "${batch}", chunk: 16}
      objectives: {pairs: {}}
      optimizer:
        learning-rate: "${rate}"
        groups: [{names: pooler, learning-rate: "${head-rate}"}, {names: classifier, learning-rate: "${head-rate}"}]
        beta1: 0.9
        beta2: 0.999
        weight-decay: 0
        schedule: {kind: linear}
      training: {steps: "${steps}", validate-every: "${validate-every}", log-every: "${log-every}"}
      validation: {measure: first, judged-queries: "${asked}", candidates: "${ranked}"}
      """;

  private static final String XPI = "xpi";

  private final RecipeTemplate<CrossEncoderRecipe> recipe;
  private final PaperOptions options;
  private final XprSizes sizes;
  private final XprData data;
  private final ExperimentFolder work;
  private final int layers;

  /**
   * Creates a trainer for a base.
   *
   * @throws org.isogloss.core.IsoglossException if an override does not fit the recipe
   */
  XprModelTrainer(PaperOptions options, XprSizes sizes, XprData data, ModelFolder base) {
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
            "rate", Double.toString(sizes.learningRate()),
            "head-rate", Double.toString(sizes.headLearningRate()),
            "asked", Integer.toString(sizes.validationQueries()),
            "ranked", Integer.toString(sizes.validationCandidates()));
    this.recipe =
        new RecipeTemplate<>(RECIPE, CrossEncoderRecipe.class, variables, options.overrides());
    Path none = Path.of("none");
    recipe.read(
        XPI,
        variables(
            XPI,
            none,
            HeadInitialisation.NEW,
            new XprData.ExampleFiles(none, none, sizes.batch())));
  }

  int layers() {
    return layers;
  }

  /** Returns the recipe of all trainings. */
  RecipeTemplate<CrossEncoderRecipe> recipe() {
    return recipe;
  }

  private Map<String, String> variables(
      String training, Path from, HeadInitialisation head, XprData.ExampleFiles examples) {
    long steps = sizes.steps(examples.samples());
    return Map.of(
        "training", training,
        "base", from.toString(),
        "head", head.name().toLowerCase(Locale.ROOT),
        "examples", examples.training().toString(),
        "validation", examples.validation().toString(),
        "steps", Long.toString(steps),
        "validate-every", Long.toString(Math.max(1, steps / sizes.validations())),
        "log-every", Long.toString(Math.max(1, steps / 50)));
  }

  /** Returns the model folder of a row; trains what does not exist. */
  Path trainIfMissing(XprVariant row, TrainingListener listener) {
    Path model = options.requireBase();
    if (row.extendedPretraining()) {
      model = train(XPI, model, HeadInitialisation.NEW, data::pretrainingExamples, listener);
    }
    HeadInitialisation head = HeadInitialisation.NEW;
    List<String> trainings = row.trainings();
    for (int i = 0; i < trainings.size(); i++) {
      int stage = i;
      Path from = model;
      model =
          train(
              trainings.get(i), from, head, () -> data.relevance(row.strategy(), stage), listener);
      head = HeadInitialisation.KEPT;
    }
    return model;
  }

  private Path train(
      String training,
      Path from,
      HeadInitialisation head,
      Supplier<XprData.ExampleFiles> examples,
      TrainingListener listener) {
    return work.train(
        training, recipe, () -> variables(training, from, head, examples.get()), listener);
  }

  /** Returns the logs of the rows' trainings by name, under headings. */
  SequencedMap<String, SequencedMap<String, Path>> logs() {
    SequencedMap<String, SequencedMap<String, Path>> logs = new LinkedHashMap<>();
    for (boolean xpi : List.of(false, true)) {
      List<String> trainings = new ArrayList<>(xpi ? List.of(XPI) : List.of());
      for (XprVariant row : XprVariant.values()) {
        if (row.extendedPretraining() == xpi) {
          trainings.addAll(row.trainings());
        }
      }
      logs.put(
          "Training " + (xpi ? "with" : "without") + " extended pre-training", logs(trainings));
    }
    return logs;
  }

  private SequencedMap<String, Path> logs(List<String> trainings) {
    SequencedMap<String, Path> logs = new LinkedHashMap<>();
    trainings.forEach(training -> logs.put(training, work.logFile(training)));
    return logs;
  }

  /** Deletes files that a measured row no longer needs. */
  void discard(XprVariant row) {
    row.trainings().forEach(work::discardModel);
  }

  /** Deletes the models from which several rows started. */
  void discardPretrained() {
    work.discardModel(XPI);
  }
}
