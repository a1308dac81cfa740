// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.adversary.AdversaryOptions;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.papers.experiment.LayersEncoder;
import org.isogloss.papers.experiment.PaperResources;
import org.isogloss.papers.experiment.RecipeTemplate;

/** Trains the models of all rows and languages. */
final class AdversarialTrainer {
  private static final String TRIPLET = recipe("triplet.yaml");
  private static final String ADVERSARY = recipe("adversary.yaml");
  private static final String CROSS_ENCODER = recipe("cross-encoder.yaml");
  private static final String OBJECTIVE = "objectives.";

  private final AdversarialSetup setup;
  private final AdversarialData data;
  private final List<String> overrides;
  private final Pooling pooling;
  private final int layers;

  /**
   * Creates a trainer for a base.
   *
   * @param maxLayers maximum number of layers of the base; 0 for all
   * @throws org.isogloss.core.IsoglossException if an override does not fit the recipes
   */
  AdversarialTrainer(
      AdversarialSetup setup, AdversarialData data, ModelFolder base, int maxLayers) {
    this.setup = setup;
    this.data = data;
    this.overrides = AdversarialPaper.recipeOverrides(setup.runner().options());
    this.layers = RecipeTemplate.layersOf(base, maxLayers);
    this.pooling = RecipeTemplate.poolingOf(base);
    Path none = Path.of("none");
    for (AdversarialVariant variant : AdversarialVariant.values()) {
      if (variant.isTrained()) {
        recipe(variant).read(variant.key(), variables(variant, variant.key(), none, none));
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
    description.putAll(setup.sizes().description());
    description.putAll(recipe(AdversarialVariant.TRIPLET_SENTENCE).description());
    description.put("recipe of the interaction-based baseline", CROSS_ENCODER);
    description.put("overrides", overrides.toString());
    return description;
  }

  private RecipeTemplate<?> recipe(AdversarialVariant variant) {
    List<String> applicable = applicable(variant);
    return variant == AdversarialVariant.INTERACTION
        ? new RecipeTemplate<>(CROSS_ENCODER, CrossEncoderRecipe.class, Map.of(), applicable)
        : new RecipeTemplate<>(
            TRIPLET + (variant.adversary().isPresent() ? ADVERSARY : ""),
            BiEncoderRecipe.class,
            Map.of(),
            applicable);
  }

  /** Returns the overrides that concern a row: keys of objectives only where a row has them. */
  private List<String> applicable(AdversarialVariant variant) {
    String own = variant == AdversarialVariant.INTERACTION ? "relevance" : "triplet";
    return overrides.stream()
        .filter(
            override ->
                !override.startsWith(OBJECTIVE)
                    || override.startsWith(OBJECTIVE + own)
                    || (variant.adversary().isPresent()
                        && override.startsWith(OBJECTIVE + "adversary")))
        .toList();
  }

  private Map<String, String> variables(
      AdversarialVariant variant, String name, Path examples, Path texts) {
    // Each step of the ranking loss is followed by one of the discriminator and of the generator.
    long steps = setup.sizes().count("steps") * (variant.adversary().isPresent() ? 3L : 1);
    AdversaryOptions.Vectors vectors =
        variant.adversary().orElse(AdversaryOptions.Vectors.SENTENCE);
    Map<String, String> all = new HashMap<>(setup.sizes().variables());
    all.put("training", name);
    all.put("seed", Long.toString(setup.runner().options().seed()));
    all.put("base", setup.runner().options().requireBase().toString());
    all.put("layers", Integer.toString(layers));
    all.put("pooling", pooling.name().toLowerCase(Locale.ROOT));
    all.put("examples", examples.toString());
    all.put("texts", texts.toString());
    all.put("vectors", vectors.name().toLowerCase(Locale.ROOT).replace('_', '-'));
    all.put("steps", Long.toString(steps));
    all.put("log-every", Long.toString(Math.max(1, steps / 50)));
    return all;
  }

  /** Returns the folder of a model; trains it if it does not exist. */
  Path trainIfMissing(AdversarialVariant variant, Language target) {
    String name = variant.fileName(target);
    if (!variant.isTrained()) {
      return new LayersEncoder(layers, pooling, setup.sizes().count("length"))
          .writeIfMissing(setup.runner(), setup.runner().options().requireBase(), name);
    }
    return setup
        .runner()
        .train(
            name,
            recipe(variant),
            () ->
                variables(
                    variant,
                    name,
                    data.judgedExamples(variant.setting(), target),
                    variant
                        .adversary()
                        .map(vectors -> data.adversaryTexts(vectors, target))
                        .orElse(Path.of("none"))));
  }
}
