// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Path;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.papers.Paper;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.LayersEncoder;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.hictl.training.HictlModelTrainer;
import org.isogloss.papers.hictl.training.HictlVariant;

/**
 * The retrieval experiments of HICTL (Wei et al. 2021): a base is trained with none, some or all of
 * its objectives on the same pairs for the same number of steps, and each model is measured on
 * Tatoeba, XQuAD-R, NTREX, in mining hidden pairs, and fine-tuned on tasks of XTREME.
 */
public final class HictlPaper extends Paper {
  /** Names of the rows of middle layers. */
  private static final String BASE_LAYER = "middle";

  private static final String HICTL_LAYER = "hictl-middle";

  @Override
  protected PaperResult measure(PaperOptions options, PaperListener listener) {
    Set<HictlVariant> variants = EnumSet.of(HictlVariant.NONE);
    variants.addAll(options.select("rows", HictlVariant.class, HictlVariant::key));
    ExperimentSizes sizes = ExperimentSizes.of(HictlPaper.class, options);
    ExperimentRunner runner = new ExperimentRunner(options, listener, sizes);
    TaskExperiments tasks =
        new TaskExperiments(
            runner, options.select("tasks", UnderstandingTask.class, UnderstandingTask::key));
    try (ModelFolder base = ModelFolder.open(options.requireBase())) {
      HictlModelTrainer models = new HictlModelTrainer(runner, base, options.overrides());
      HictlEvaluation evaluation = new HictlEvaluation(runner);
      SequencedMap<String, String> settings = runner.settings(base);
      settings.putAll(models.description());
      settings.putAll(sizes.description());
      settings.put("test sets", evaluation.sizes());
      settings.putAll(models.recipe(HictlVariant.HICTL).description());
      settings.putAll(tasks.settings());
      SequencedMap<String, String> layers = middleLayers(variants, base, models);
      runner.start(settings, variants.size() + layers.size());
      SequencedMap<HictlVariant, SystemMeasurements> measured = new LinkedHashMap<>();
      for (HictlVariant variant : variants) {
        String key = variant.key();
        boolean finished = runner.isFinished(key) && tasks.areFinished(key);
        runner.reportRow(variant.label(), finished);
        if (!finished) {
          Path model = models.trainIfMissing(variant);
          if (variant == HictlVariant.HICTL && !layers.isEmpty()) {
            measureMeanOfLayer(
                runner, evaluation, HICTL_LAYER, model, middleLayer(models.layers()));
          }
          runner.findOrMeasure(key, () -> evaluation.measure(model));
          tasks.run(key, model);
          runner.discardModel(key);
        }
        measured.put(variant, runner.finished(key));
      }
      if (!layers.isEmpty()) {
        int middle = middleLayer(base.transformerConfig().layers());
        measureMeanOfLayer(runner, evaluation, BASE_LAYER, options.requireBase(), middle);
      }
      SequencedMap<String, SystemMeasurements> measuredLayers = new LinkedHashMap<>();
      layers.forEach(
          (label, key) -> {
            runner.reportRow(label, true);
            measuredLayers.put(label, runner.finished(key));
          });
      return new HictlTables(runner, tasks, base.manifest().name(), measured)
          .toResult(settings, measuredLayers);
    }
  }

  /**
   * Returns the keys, by label, of the rows that represent a sentence by the mean of a middle
   * layer, as XTREME does if the base has no pooling of its own: those of the base and of HICTL.
   */
  private static SequencedMap<String, String> middleLayers(
      Set<HictlVariant> variants, ModelFolder base, HictlModelTrainer models) {
    SequencedMap<String, String> rows = new LinkedHashMap<>();
    int all = base.transformerConfig().layers();
    if (base.encoding().pooling() == Pooling.NONE && all > 1) {
      rows.put("not trained, mean of layer " + middleLayer(all), BASE_LAYER);
      if (variants.contains(HictlVariant.HICTL)) {
        rows.put("HICTL, mean of layer " + middleLayer(models.layers()), HICTL_LAYER);
      }
    }
    return rows;
  }

  /** Measures the encoder by the mean of a layer of a model, if it is not measured yet. */
  private static void measureMeanOfLayer(
      ExperimentRunner runner, HictlEvaluation evaluation, String key, Path model, int layer) {
    LayersEncoder encoder = new LayersEncoder(layer, Pooling.MEAN, runner.sizes().count("length"));
    runner.findOrMeasure(key, () -> evaluation.measure(encoder.writeIfMissing(runner, model, key)));
    runner.discardModel(key);
  }

  /** Returns the layer whose mean represents a sentence: the eighth of twelve. */
  private static int middleLayer(int layers) {
    return Math.max(1, layers * 2 / 3);
  }
}
