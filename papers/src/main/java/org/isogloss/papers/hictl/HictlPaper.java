// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.SystemMeasurements;

/**
 * The retrieval experiments of HICTL (Wei et al. 2021): a base is trained with none, some or all of
 * its objectives on the same pairs for the same number of steps, and each model is measured on
 * Tatoeba, XQuAD-R, NTREX, and in mining hidden pairs. An interrupted run continues after its last
 * finished row, and in a training at its last checkpoint.
 */
public final class HictlPaper {
  /** The layer whose mean represents an untrained mBERT in comparisons. */
  private static final int MIDDLE_LAYER = 8;

  private final PaperOptions options;
  private final HictlSizes sizes;

  public HictlPaper(PaperOptions options) {
    this.options = requireNonNull(options, "options is null");
    this.sizes = HictlSizes.of(options.scale());
  }

  /**
   * Runs what is not finished.
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
      boolean middle = comparesMiddleLayer(base);
      int count = HictlVariant.values().length + (middle ? 1 : 0);
      for (HictlVariant variant : HictlVariant.values()) {
        Optional<SystemMeasurements> before = rows.find(variant.key());
        listener.rowStarted(variant.label(), measured.size() + 1, count, before.isPresent());
        measured.put(
            variant, before.orElseGet(() -> measure(variant, models, evaluation, rows, listener)));
      }
      Optional<SystemMeasurements> asPublished =
          middle
              ? Optional.of(middleLayer(count, models, evaluation, rows, listener))
              : Optional.empty();
      return new HictlResult(
          base.manifest().name(), settings, measured, asPublished, curves(models));
    }
  }

  private static SystemMeasurements measure(
      HictlVariant variant,
      HictlModelTrainer models,
      HictlEvaluation evaluation,
      MeasurementStore rows,
      PaperListener listener) {
    Path model = models.trainIfMissing(variant, listener.trainingListener());
    SystemMeasurements figures = evaluation.measure(model, listener);
    rows.save(variant.key(), figures);
    models.discard(variant);
    return figures;
  }

  /**
   * Returns whether the base has no pooling of its own, so that the mean of a layer is measured.
   */
  private boolean comparesMiddleLayer(ModelFolder base) {
    return base.encoding().pooling() == Pooling.NONE
        && base.transformerConfig().layers() > MIDDLE_LAYER;
  }

  private SystemMeasurements middleLayer(
      int number,
      HictlModelTrainer models,
      HictlEvaluation evaluation,
      MeasurementStore rows,
      PaperListener listener) {
    String key = "middle";
    Optional<SystemMeasurements> before = rows.find(key);
    listener.rowStarted(HictlResult.MIDDLE_LAYER_LABEL, number, number, before.isPresent());
    if (before.isPresent()) {
      return before.get();
    }
    Path model = models.untrained(key, MIDDLE_LAYER, Pooling.MEAN);
    SystemMeasurements figures = evaluation.measure(model, listener);
    rows.save(key, figures);
    models.discard(key);
    return figures;
  }

  private SequencedMap<String, String> settings(
      ModelFolder base, HictlModelTrainer models, HictlEvaluation evaluation) {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("base", base.manifest().name());
    settings.put("base's fingerprint", base.fingerprint());
    settings.put("scale", options.scale().name().toLowerCase(Locale.ROOT));
    settings.put("seed", Long.toString(options.seed()));
    settings.put("layers", Integer.toString(models.layers()));
    settings.put("pooling", models.pooling().name().toLowerCase(Locale.ROOT));
    settings.putAll(sizes.description());
    settings.put("test sets", evaluation.sizes());
    settings.putAll(models.recipe(HictlVariant.HICTL).description());
    return settings;
  }

  private static Map<HictlVariant, Path> curves(HictlModelTrainer models) {
    Map<HictlVariant, Path> logs = new LinkedHashMap<>();
    for (HictlVariant variant : HictlVariant.values()) {
      variant.objectives().ifPresent(trained -> logs.put(variant, models.logFile(variant)));
    }
    return logs;
  }
}
