// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.hictl.task.TaskExperiments;
import org.isogloss.papers.hictl.task.UnderstandingTask;

/**
 * The retrieval experiments of HICTL (Wei et al. 2021): a base is trained with none, some or all of
 * its objectives on the same pairs for the same number of steps, and each model is measured on
 * Tatoeba, XQuAD-R, NTREX, in mining hidden pairs, and fine-tuned on tasks of XTREME. An
 * interrupted run continues after its last finished row, and in a training at its last checkpoint.
 */
public final class HictlPaper {
  /** Names of the rows of middle layers. */
  private static final String BASE_LAYER = "middle";

  private static final String HICTL_LAYER = "hictl-middle";

  private final PaperOptions options;
  private final HictlSizes sizes;
  private final TaskExperiments tasks;
  private final Set<HictlVariant> variants;

  /**
   * Creates the experiments with all rows.
   *
   * @param tasks tasks on which the models are fine-tuned; those without data are left out
   */
  public HictlPaper(PaperOptions options, Set<UnderstandingTask> tasks) {
    this(options, tasks, EnumSet.allOf(HictlVariant.class));
  }

  /**
   * Creates the experiments.
   *
   * @param tasks tasks on which the models are fine-tuned; those without data are left out
   * @param variants the rows of the ablation; {@link HictlVariant#NONE}, to which the others are
   *     compared, is always one of them
   */
  public HictlPaper(
      PaperOptions options, Set<UnderstandingTask> tasks, Set<HictlVariant> variants) {
    this.options = requireNonNull(options, "options is null");
    this.sizes = HictlSizes.of(options.scale());
    this.tasks = new TaskExperiments(options, tasks);
    this.variants = EnumSet.of(HictlVariant.NONE);
    this.variants.addAll(variants);
  }

  /**
   * Runs the rows of the experiment that are not finished yet.
   *
   * @throws org.isogloss.core.IsoglossException if data is missing, if {@code work} belongs to
   *     other settings, or if the listener stopped a training; then the same call continues
   */
  public HictlResult run(PaperListener listener) {
    try (ModelFolder base = ModelFolder.open(options.requireBase())) {
      HictlModelTrainer models = new HictlModelTrainer(options, sizes, base);
      HictlEvaluation evaluation =
          new HictlEvaluation(
              options.data().resolve("benchmarks"), sizes, options.seed(), options.threads());
      SequencedMap<String, String> settings = settings(base, models, evaluation);
      MeasurementStore rows = MeasurementStore.open(options.work(), settings);
      SequencedMap<HictlVariant, SystemMeasurements> measured = new LinkedHashMap<>();
      boolean comparesLayers = comparesMiddleLayers(base);
      int count = variants.size() + (comparesLayers ? middleLayers() : 0);
      for (HictlVariant variant : variants) {
        boolean finished =
            rows.find(variant.key()).isPresent() && tasks.areFinished(variant.key(), rows);
        listener.rowStarted(variant.label(), measured.size() + 1, count, finished);
        if (!finished) {
          measure(variant, comparesLayers, models, evaluation, rows, listener);
        }
        measured.put(variant, rows.find(variant.key()).orElseThrow());
      }
      SequencedMap<String, SystemMeasurements> layers = new LinkedHashMap<>();
      if (comparesLayers) {
        int middle = middleLayer(base.transformerConfig().layers());
        layers.put(
            "not trained, mean of layer " + middle,
            meanOfLayer(
                BASE_LAYER, options.requireBase(), middle, models, evaluation, rows, listener));
        if (variants.contains(HictlVariant.HICTL)) {
          layers.put(
              "HICTL, mean of layer " + middleLayer(models.layers()),
              rows.find(HICTL_LAYER).orElseThrow());
        }
        int number = measured.size();
        for (String label : layers.keySet()) {
          listener.rowStarted(label, ++number, count, true);
        }
      }
      return new HictlResult(
          base.manifest().name(),
          sizes,
          settings,
          measured,
          layers,
          HictlTaskTables.of(variants, tasks, rows, base.manifest().name(), options.seed()),
          curves(models));
    }
  }

  private void measure(
      HictlVariant variant,
      boolean comparesLayers,
      HictlModelTrainer models,
      HictlEvaluation evaluation,
      MeasurementStore rows,
      PaperListener listener) {
    Path model = models.trainIfMissing(variant, listener.trainingListener());
    if (comparesLayers && variant == HictlVariant.HICTL) {
      int middle = middleLayer(models.layers());
      meanOfLayer(HICTL_LAYER, model, middle, models, evaluation, rows, listener);
    }
    rows.findOrMeasure(variant.key(), () -> evaluation.measure(model, listener));
    tasks.run(variant.key(), model, rows, listener);
    models.discard(variant);
  }

  /**
   * Returns whether the base has no pooling of its own: XTREME represents a sentence by the mean of
   * a middle layer then.
   */
  private static boolean comparesMiddleLayers(ModelFolder base) {
    return base.encoding().pooling() == Pooling.NONE && base.transformerConfig().layers() > 1;
  }

  /** Returns the number of rows of middle layers: of the base and of HICTL. */
  private int middleLayers() {
    return variants.contains(HictlVariant.HICTL) ? 2 : 1;
  }

  /** Returns the layer whose mean represents a sentence: the eighth of twelve. */
  private static int middleLayer(int layers) {
    return Math.max(1, layers * 2 / 3);
  }

  private static SystemMeasurements meanOfLayer(
      String key,
      Path model,
      int layer,
      HictlModelTrainer models,
      HictlEvaluation evaluation,
      MeasurementStore rows,
      PaperListener listener) {
    return rows.findOrMeasure(
        key,
        () -> {
          SystemMeasurements figures =
              evaluation.measure(models.meanOfLayer(key, model, layer), listener);
          models.discard(key);
          return figures;
        });
  }

  private SequencedMap<String, String> settings(
      ModelFolder base, HictlModelTrainer models, HictlEvaluation evaluation) {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("base", base.manifest().name());
    settings.put("base's fingerprint", base.fingerprint());
    settings.put("data", options.describeData());
    settings.put("scale", options.scale().name().toLowerCase(Locale.ROOT));
    settings.put("seed", Long.toString(options.seed()));
    settings.put("layers", Integer.toString(models.layers()));
    settings.put("pooling", models.pooling().name().toLowerCase(Locale.ROOT));
    settings.putAll(sizes.description());
    settings.put("test sets", evaluation.sizes());
    settings.putAll(models.recipe(HictlVariant.HICTL).description());
    settings.putAll(tasks.settings());
    return settings;
  }

  private Map<HictlVariant, Path> curves(HictlModelTrainer models) {
    Map<HictlVariant, Path> logs = new LinkedHashMap<>();
    for (HictlVariant variant : variants) {
      variant.objectives().ifPresent(trained -> logs.put(variant, models.logFile(variant)));
    }
    return logs;
  }
}
