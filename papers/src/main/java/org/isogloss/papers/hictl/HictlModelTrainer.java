// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.hictl.HictlRecipe;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.experiment.LayersEncoder;
import org.isogloss.papers.experiment.RecipeTemplate;

/** Trains the models of the ablation. */
final class HictlModelTrainer {
  /** The recipe of all rows except for the objectives; learning rate and decay are the paper's. */
  private static final String RECIPE =
      """
      name: "hictl-${row}"
      seed: "${seed}"
      model:
        base: "${base}"
        layers: "${layers}"
        pooling: "${pooling}"
        max-length: "${length}"
        # MLM and TLM change all words in a step, so the other rows do, too.
        gradient: dense
      data:
        bitext: "${data}/bitext"
        leave-out: [insuranceqa_questions, wmt_newstest, cinnamon, indian_dict, ur_en_dict]
        held-out: 50
      batches: {pairs: "${pairs}", monolingual: 0.5, chunk: 32}
      optimizer: {learning-rate: "${learning-rate}", weight-decay: 0, schedule: {kind: linear}}
      training: {steps: "${steps}", validate-every: "${validate-every}", log-every: "${log-every}"}
      validation: {held-out-each: 10}
      """;

  private final PaperOptions options;
  private final HictlSizes sizes;
  private final ExperimentFolder work;
  private final Pooling pooling;
  private final int layers;

  /**
   * Creates a trainer for a base.
   *
   * @throws org.isogloss.core.IsoglossException if it is no transformer, or an override does not
   *     fit the recipe
   */
  HictlModelTrainer(PaperOptions options, HictlSizes sizes, ModelFolder base) {
    this.options = options;
    this.sizes = sizes;
    this.work = new ExperimentFolder(options);
    this.layers = RecipeTemplate.layersOf(base, sizes.layers());
    // The paper uses the first token's vector; an encoder as base keeps its own pooling.
    Pooling own = base.encoding().pooling();
    this.pooling = own == Pooling.NONE ? Pooling.CLS : own;
    read(HictlVariant.HICTL);
  }

  Pooling pooling() {
    return pooling;
  }

  int layers() {
    return layers;
  }

  /** Returns the recipe of a row with its overrides. */
  RecipeTemplate<HictlRecipe> recipe(HictlVariant variant) {
    Map<String, String> variables = new HashMap<>(sizes.variables());
    variables.put("seed", Long.toString(options.seed()));
    variables.put("pooling", pooling.name().toLowerCase(Locale.ROOT));
    variables.put("layers", Integer.toString(layers));
    return new RecipeTemplate<>(
        RECIPE + "objectives: " + variant.objectives().orElse("{}") + "\n",
        HictlRecipe.class,
        variables,
        variant.applicable(options.overrides()));
  }

  /** Returns the effective recipe. */
  HictlRecipe read(HictlVariant variant) {
    return recipe(variant).read(variant.key(), variables(variant));
  }

  private Map<String, String> variables(HictlVariant variant) {
    return Map.of(
        "row", variant.key(),
        "base", options.requireBase().toString(),
        "data", options.data().toString());
  }

  /** Returns the log of a row. */
  Path logFile(HictlVariant variant) {
    return work.logFile(variant.key());
  }

  /** Returns the model folder of a row; trains it if it does not exist. */
  Path trainIfMissing(HictlVariant variant, TrainingListener listener) {
    return variant.objectives().isEmpty()
        ? untrained(variant.key(), layers, pooling)
        : work.train(variant.key(), recipe(variant), () -> variables(variant), listener);
  }

  /** Returns the untrained base with another pooling. */
  private Path untrained(String name, int keptLayers, Pooling pooling) {
    return new LayersEncoder(keptLayers, pooling, sizes.maxLength()).writeIfMissing(options, name);
  }

  /** Returns an encoder by the mean of a layer of a model. */
  Path meanOfLayer(String name, Path model, int layer) {
    return new LayersEncoder(layer, Pooling.MEAN, sizes.maxLength())
        .writeIfMissing(options, model, name);
  }

  /** Deletes files that a measured row no longer needs. */
  void discard(HictlVariant variant) {
    work.discardModel(variant.key());
  }

  /** Deletes the files that {@link #meanOfLayer} created. */
  void discard(String name) {
    work.discardModel(name);
  }
}
