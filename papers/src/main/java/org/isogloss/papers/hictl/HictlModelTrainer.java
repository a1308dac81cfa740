// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.hictl.HictlRecipe;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.LayersEncoder;
import org.isogloss.papers.experiment.RecipeTemplate;
import org.isogloss.papers.resource.PaperResources;

/** Trains the models of the ablation. */
final class HictlModelTrainer {
  /** The recipe of all rows except for the objectives. */
  private static final String RECIPE = PaperResources.text(HictlPaper.class, "recipe.yaml");

  private final ExperimentRunner runner;
  private final ExperimentSizes sizes;
  private final Pooling pooling;
  private final int layers;

  /**
   * Creates a trainer for a base.
   *
   * @throws org.isogloss.core.IsoglossException if it is no transformer, or an override does not
   *     fit the recipe
   */
  HictlModelTrainer(ExperimentRunner runner, ModelFolder base) {
    this.runner = runner;
    this.sizes = runner.sizes();
    this.layers = RecipeTemplate.layersOf(base, sizes.count("layers"));
    this.pooling = RecipeTemplate.poolingOf(base);
    read(HictlVariant.HICTL);
  }

  /** Returns the key of text without translations, if the data has some. */
  private String monolingual() {
    return Files.isDirectory(runner.options().data().resolve("monolingual"))
        ? "monolingual: \"${data}/monolingual\""
        : "";
  }

  int layers() {
    return layers;
  }

  /** Returns layers and pooling for the settings of a run. */
  SequencedMap<String, String> description() {
    SequencedMap<String, String> description = new LinkedHashMap<>();
    description.put("layers", Integer.toString(layers));
    description.put("pooling", pooling.name().toLowerCase(Locale.ROOT));
    return description;
  }

  /** Returns the recipe of a row with its overrides. */
  RecipeTemplate<HictlRecipe> recipe(HictlVariant variant) {
    return runner.recipe(
        RECIPE.replace("${monolingual}", monolingual())
            + "objectives: "
            + variant.objectives().orElse("{}")
            + "\n",
        HictlRecipe.class,
        description(),
        variant.applicable(runner.options().overrides()));
  }

  /** Returns the effective recipe. */
  HictlRecipe read(HictlVariant variant) {
    return recipe(variant).read(variant.key(), Map.of());
  }

  /** Returns the model folder of a row; trains it if it does not exist. */
  Path trainIfMissing(HictlVariant variant) {
    return variant.objectives().isEmpty()
        ? new LayersEncoder(layers, pooling, sizes.count("length"))
            .writeIfMissing(runner, runner.options().requireBase(), variant.key())
        : runner.train(variant.key(), recipe(variant), Map::of);
  }

  /** Measures the encoder by the mean of a layer of a model, if it is not measured yet. */
  void measureMeanOfLayer(String key, Path model, int layer, HictlEvaluation evaluation) {
    LayersEncoder encoder = new LayersEncoder(layer, Pooling.MEAN, sizes.count("length"));
    runner.findOrMeasure(key, () -> evaluation.measure(encoder.writeIfMissing(runner, model, key)));
    runner.discardModel(key);
  }
}
