package org.isogloss.papers.xpr;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Supplier;
import org.isogloss.model.ModelFolder;
import org.isogloss.neural.RecipeReader;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.WorkFolder;

/** Makes the models of the rows. */
final class XprModels {
  /** The same for all trainings; optimizer and decay are the paper's. */
  static final String RECIPE =
      """
      name: "xpr-${training}"
      seed: "${seed}"
      head: "${head}"
      model: {base: "${base}", layers: "${layers}", max-length: "${length}"}
      data: {judged: {examples: "${examples}", held-out: 0, validation: "${validation}"}}
      batches: {pairs: "${batch}", chunk: 16}
      objectives: {pairs: {}}
      optimizer: {learning-rate: "${rate}", beta1: 0.9, beta2: 0.999, weight-decay: 0, schedule: {kind: linear}}
      training: {steps: "${steps}", validate-every: "${validate-every}", log-every: "${log-every}"}
      validation: {measure: first, judged-queries: "${asked}", candidates: "${ranked}"}
      """;

  private static final String XPI = "xpi";

  private final PaperOptions options;
  private final XprSizes sizes;
  private final XprData data;
  private final WorkFolder work;
  private final int layers;

  /**
   * For a base.
   *
   * @throws org.isogloss.core.IsoglossException if what overrides the recipe does not fit it
   */
  XprModels(PaperOptions options, XprSizes sizes, XprData data, ModelFolder base) {
    int has = base.transformer().layers();
    this.options = options;
    this.sizes = sizes;
    this.data = data;
    this.work = new WorkFolder(options);
    this.layers = sizes.layers() == 0 ? has : Math.min(has, sizes.layers());
    Path none = Path.of("none");
    recipe(
        XPI,
        none,
        CrossEncoderRecipe.HeadStart.NEW,
        new XprData.Examples(none, none, sizes.batch()));
  }

  int layers() {
    return layers;
  }

  /** What the recipe's variables stand for, but for paths and what differs between trainings. */
  Map<String, String> variables() {
    return Map.of(
        "seed", Long.toString(options.seed()),
        "layers", Integer.toString(layers),
        "length", Integer.toString(sizes.maxLength()),
        "batch", Integer.toString(sizes.batch()),
        "rate", Double.toString(sizes.rate()),
        "asked", Integer.toString(sizes.asked()),
        "ranked", Integer.toString(sizes.ranked()));
  }

  private CrossEncoderRecipe recipe(
      String training, Path from, CrossEncoderRecipe.HeadStart head, XprData.Examples examples) {
    long steps = sizes.steps(examples.samples());
    Map<String, String> variables = new HashMap<>(variables());
    variables.put("training", training);
    variables.put("base", from.toString());
    variables.put("head", head.name().toLowerCase(Locale.ROOT));
    variables.put("examples", examples.training().toString());
    variables.put("validation", examples.validation().toString());
    variables.put("steps", Long.toString(steps));
    variables.put("validate-every", Long.toString(Math.max(1, steps / sizes.validations())));
    variables.put("log-every", Long.toString(Math.max(1, steps / 50)));
    return new RecipeReader(variables, options.overrides())
        .parse("the recipe of " + training, RECIPE, CrossEncoderRecipe.class);
  }

  /** The folder of a row's model; trains what is not there yet. */
  Path make(XprRow row, TrainingListener listener) {
    Path model = options.base();
    if (row.xpi()) {
      model = train(XPI, model, CrossEncoderRecipe.HeadStart.NEW, data::sentences, listener);
    }
    CrossEncoderRecipe.HeadStart head = CrossEncoderRecipe.HeadStart.NEW;
    List<String> trainings = row.trainings();
    for (int i = 0; i < trainings.size(); i++) {
      int stage = i;
      Path from = model;
      model =
          train(
              trainings.get(i), from, head, () -> data.relevance(row.strategy(), stage), listener);
      head = CrossEncoderRecipe.HeadStart.KEPT;
    }
    return model;
  }

  private Path train(
      String training,
      Path from,
      CrossEncoderRecipe.HeadStart head,
      Supplier<XprData.Examples> examples,
      TrainingListener listener) {
    Path model = work.model(training);
    return Files.exists(model)
        ? model
        : work.train(
            training,
            recipe(training, from, head, examples.get()),
            RECIPE,
            options.overrides(),
            listener);
  }

  /** Where the curves of the rows' trainings are told, by their names, under headings. */
  SequencedMap<String, SequencedMap<String, Path>> logs() {
    SequencedMap<String, SequencedMap<String, Path>> logs = new LinkedHashMap<>();
    for (boolean xpi : List.of(false, true)) {
      List<String> trainings = new ArrayList<>(xpi ? List.of(XPI) : List.of());
      for (XprRow row : XprRow.values()) {
        if (row.xpi() == xpi) {
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
    trainings.forEach(training -> logs.put(training, work.log(training)));
    return logs;
  }

  /** Deletes what a measured row no longer needs. */
  void discard(XprRow row) {
    row.trainings().forEach(work::discard);
  }

  /** Deletes what several rows began from. */
  void discardPretrained() {
    work.discard(XPI);
  }
}
