// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.core.Role;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.adversary.AdversaryOptions;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.LayersEncoder;
import org.isogloss.papers.experiment.RecipeTemplate;
import org.isogloss.papers.resource.PaperResources;

/** Trains the models of all rows and languages. */
final class AdversarialTrainer {
  private static final String TRIPLET = recipe("triplet.yaml");
  private static final String ADVERSARY = recipe("adversary.yaml");
  private static final String CROSS_ENCODER = recipe("cross-encoder.yaml");
  private static final List<String> OBJECTIVES = List.of("relevance", "triplet", "adversary");

  private final AdversarialData data;
  private final ExperimentRunner runner;
  private final List<String> overrides;
  private final Pooling pooling;
  private final int layers;

  /**
   * Creates a trainer for a base.
   *
   * @param maxLayers maximum number of layers of the base; 0 for all
   * @throws org.isogloss.core.IsoglossException if an override does not fit the recipes
   */
  AdversarialTrainer(AdversarialData data, ModelFolder base, int maxLayers) {
    this.data = data;
    this.runner = data.runner();
    this.overrides = AdversarialPaper.recipeOverrides(runner.options());
    this.layers = RecipeTemplate.layersOf(base, maxLayers);
    this.pooling = RecipeTemplate.poolingOf(base);
    Path none = Path.of("none");
    for (AdversarialVariant variant : AdversarialVariant.values()) {
      if (variant.isTrained()) {
        recipe(variant).read(variant.key(), variables(variant, none, none));
      }
    }
  }

  private static String recipe(String resource) {
    return PaperResources.text(AdversarialPaper.class, resource);
  }

  /** Returns layers, pooling, sizes and recipes for the settings of a run. */
  SequencedMap<String, String> description() {
    SequencedMap<String, String> description = new LinkedHashMap<>();
    description.put("layers", Integer.toString(layers));
    description.put("pooling", pooling.name().toLowerCase(Locale.ROOT));
    description.putAll(runner.sizes().description());
    description.putAll(recipe(AdversarialVariant.TRIPLET_SENTENCE).description());
    description.put("recipe of the interaction-based baseline", CROSS_ENCODER);
    description.put("overrides", overrides.toString());
    return description;
  }

  private RecipeTemplate<?> recipe(AdversarialVariant variant) {
    List<String> applicable = RecipeTemplate.applicable(overrides, OBJECTIVES, objectives(variant));
    return variant == AdversarialVariant.INTERACTION
        ? runner.recipe(CROSS_ENCODER, CrossEncoderRecipe.class, Map.of(), applicable)
        : runner.recipe(
            TRIPLET + (variant.adversary().isPresent() ? ADVERSARY : ""),
            BiEncoderRecipe.class,
            Map.of(),
            applicable);
  }

  /** Returns the names of the objectives of a row. */
  private static List<String> objectives(AdversarialVariant variant) {
    if (variant == AdversarialVariant.INTERACTION) {
      return List.of("relevance");
    }
    return variant.adversary().isPresent() ? List.of("triplet", "adversary") : List.of("triplet");
  }

  private Map<String, String> variables(AdversarialVariant variant, Path examples, Path texts) {
    long steps =
        runner.sizes().count("steps")
            * stepsOfTurn(variant, variables(variant, examples, texts, 1));
    return variables(variant, examples, texts, steps);
  }

  /** Each step of the ranking loss is followed by those of the discriminator and the generator. */
  private long stepsOfTurn(AdversarialVariant variant, Map<String, String> variables) {
    return recipe(variant).read(variant.key(), variables) instanceof BiEncoderRecipe encoder
        ? encoder.objectives().adversary().map(AdversaryOptions::stepsOfTurn).orElse(1)
        : 1;
  }

  private Map<String, String> variables(
      AdversarialVariant variant, Path examples, Path texts, long steps) {
    AdversaryOptions.Vectors vectors =
        variant.adversary().orElse(AdversaryOptions.Vectors.SENTENCE);
    // The terms of the zero-shot setting are those of queries.
    Role role = vectors == AdversaryOptions.Vectors.TERMS ? Role.QUERY : Role.PASSAGE;
    return Map.of(
        "layers", Integer.toString(layers),
        "pooling", pooling.name().toLowerCase(Locale.ROOT),
        "examples", examples.toString(),
        "texts", texts.toString(),
        "vectors", vectors.name().toLowerCase(Locale.ROOT).replace('_', '-'),
        "role", role.name().toLowerCase(Locale.ROOT),
        "steps", Long.toString(steps),
        "log-every", Long.toString(Math.max(1, steps / 50)));
  }

  /** Returns the folder of a model; trains it if it does not exist. */
  Path trainIfMissing(AdversarialVariant variant, Language target) {
    String name = variant.fileName(target);
    if (!variant.isTrained()) {
      return new LayersEncoder(layers, pooling, runner.sizes().count("length"))
          .writeIfMissing(runner, runner.options().requireBase(), name);
    }
    return runner.train(
        name,
        recipe(variant),
        () ->
            variables(
                variant,
                data.judgedExamples(variant.setting(), target),
                variant
                    .adversary()
                    .map(vectors -> data.adversaryTexts(vectors, target))
                    .orElse(Path.of("none"))));
  }
}
