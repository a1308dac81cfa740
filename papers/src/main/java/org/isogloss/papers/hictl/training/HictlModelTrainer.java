// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl.training;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.isogloss.data.LanguagePair;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.hictl.HictlRecipe;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.LayersEncoder;
import org.isogloss.papers.experiment.RecipeTemplate;
import org.isogloss.papers.resource.PaperResources;

/** Trains encoders by some or all of HICTL's objectives. */
public final class HictlModelTrainer {
  /** The recipe of all rows except for the objectives. */
  private static final String RECIPE = PaperResources.text(HictlModelTrainer.class, "recipe.yaml");

  private final ExperimentRunner runner;
  private final ExperimentSizes sizes;
  private final List<String> overrides;
  private final Pooling pooling;
  private final int layers;

  /**
   * Creates a trainer for a base.
   *
   * @param overrides overrides of the recipe
   * @throws org.isogloss.core.IsoglossException if it is no transformer, or an override does not
   *     fit the recipe
   */
  public HictlModelTrainer(ExperimentRunner runner, ModelFolder base, List<String> overrides) {
    this.runner = runner;
    this.sizes = runner.sizes();
    this.overrides = List.copyOf(overrides);
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

  /** Returns the number of layers of the encoders. */
  public int layers() {
    return layers;
  }

  /** Returns layers and pooling for the settings of a run. */
  public SequencedMap<String, String> description() {
    SequencedMap<String, String> description = new LinkedHashMap<>();
    description.put("layers", Integer.toString(layers));
    description.put("pooling", pooling.name().toLowerCase(Locale.ROOT));
    return description;
  }

  /** Returns the recipe of a row with its overrides. */
  public RecipeTemplate<HictlRecipe> recipe(HictlVariant variant) {
    return recipe(variant, List.of());
  }

  private RecipeTemplate<HictlRecipe> recipe(HictlVariant variant, List<String> last) {
    return runner.recipe(
        RECIPE.replace("${monolingual}", monolingual())
            + "objectives: "
            + variant.objectives().orElse("{}")
            + "\n",
        HictlRecipe.class,
        description(),
        Stream.concat(variant.applicable(overrides).stream(), last.stream()).toList());
  }

  /** Returns the effective recipe. */
  HictlRecipe read(HictlVariant variant) {
    return recipe(variant).read(variant.key(), Map.of());
  }

  /** Returns the model folder of a row; trains it if it does not exist. */
  public Path trainIfMissing(HictlVariant variant) {
    return variant.objectives().isEmpty()
        ? new LayersEncoder(layers, pooling, sizes.count("length"))
            .writeIfMissing(runner, runner.options().requireBase(), variant.key())
        : runner.train(variant.key(), recipe(variant), Map::of);
  }

  /**
   * Returns the folder of HICTL*, a trained model that all objectives continue on the pairs of one
   * translation task; trains it if it does not exist.
   *
   * @param trained the model to start from
   */
  public Path adaptIfMissing(String name, Path trained, LanguagePair languages) {
    List<String> pairsOnly =
        List.of(
            "data.languages=[" + languages.source().tag() + ", " + languages.target().tag() + "]",
            "batches.monolingual=0");
    return runner.train(
        name, recipe(HictlVariant.HICTL, pairsOnly), () -> Map.of("base", trained.toString()));
  }
}
