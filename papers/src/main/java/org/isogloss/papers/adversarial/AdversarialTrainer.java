// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.adversary.AdversaryOptions;
import org.isogloss.neural.biencoder.BiEncoderRecipe;
import org.isogloss.neural.crossencoder.CrossEncoderRecipe;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.experiment.LayersEncoder;
import org.isogloss.papers.experiment.RecipeTemplate;

/** Trains the models of all rows and languages. */
final class AdversarialTrainer {
  private static final String COMMON =
      """
      name: "${training}"
      seed: "${seed}"
      data: {judged: {examples: "${examples}", held-out: 0}}
      batches: {pairs: "${batch}", bucket: 4, chunk: 16}
      optimizer: {learning-rate: 5e-5, weight-decay: 0, schedule: {kind: linear}}
      training: {steps: "${steps}", log-every: "${log-every}", clip: 1}
      """;

  private static final String BI_ENCODER =
      COMMON
          + """
            model: {base: "${base}", layers: "${layers}", pooling: "${pooling}", max-length: "${length}"}
            objectives:
              triplet: {eta: 0.1}
            """;

  /** The discriminator's rate is that of a linear map on fixed vectors. */
  private static final String ADVERSARY =
      """
        adversary:
          texts: "${texts}"
          vectors: "${vectors}"
          discriminator: {learning-rate: 1e-3, schedule: {kind: constant}}
          generator: {learning-rate: 2e-5}
      """;

  private static final String CROSS_ENCODER =
      COMMON
          + """
            model: {base: "${base}", layers: "${layers}", max-length: "${length}"}
            objectives:
              relevance: {loss: hinge, margin: 1, lower: 1}
            """;

  private static final String OBJECTIVE = "objectives.";

  private final AdversarialOptions options;
  private final AdversarialSizes sizes;
  private final AdversarialData data;
  private final ExperimentFolder work;
  private final Map<String, String> variables;
  private final Pooling pooling;
  private final int layers;

  /**
   * Creates a trainer for a base.
   *
   * @throws org.isogloss.core.IsoglossException if an override does not fit the recipes
   */
  AdversarialTrainer(AdversarialOptions options, AdversarialData data, ModelFolder base) {
    this.options = options;
    this.sizes = options.sizes();
    this.data = data;
    this.work = new ExperimentFolder(options.common());
    this.layers = RecipeTemplate.layersOf(base, options.effectiveLayers());
    // The paper uses the first token's vector; an encoder as base keeps its own pooling.
    Pooling own = base.encoding().pooling();
    this.pooling = own == Pooling.NONE ? Pooling.CLS : own;
    this.variables =
        Map.of(
            "seed", Long.toString(options.common().seed()),
            "base", options.common().requireBase().toString(),
            "layers", Integer.toString(layers),
            "pooling", pooling.name().toLowerCase(Locale.ROOT),
            "length", Integer.toString(sizes.maxLength()),
            "batch", Integer.toString(sizes.batch()));
    Path none = Path.of("none");
    for (AdversarialVariant variant : AdversarialVariant.values()) {
      if (variant.isTrained()) {
        read(variant, none, none);
      }
    }
  }

  int layers() {
    return layers;
  }

  Pooling pooling() {
    return pooling;
  }

  /** Returns the recipes for the settings of a run. */
  SequencedMap<String, String> description() {
    SequencedMap<String, String> description =
        biEncoder(AdversarialVariant.TRIPLET_SENTENCE).description();
    description.put("recipe of the interaction-based baseline", CROSS_ENCODER);
    description.put("overrides", options.recipeOverrides().toString());
    return description;
  }

  private RecipeTemplate<BiEncoderRecipe> biEncoder(AdversarialVariant variant) {
    return new RecipeTemplate<>(
        BI_ENCODER + (variant.adversary().isPresent() ? ADVERSARY : ""),
        BiEncoderRecipe.class,
        Map.of(),
        applicable(variant));
  }

  private RecipeTemplate<CrossEncoderRecipe> crossEncoder() {
    return new RecipeTemplate<>(
        CROSS_ENCODER,
        CrossEncoderRecipe.class,
        Map.of(),
        applicable(AdversarialVariant.INTERACTION));
  }

  /** Returns the overrides that concern a row: keys of objectives only where a row has them. */
  private List<String> applicable(AdversarialVariant variant) {
    String own = variant == AdversarialVariant.INTERACTION ? "relevance" : "triplet";
    return options.recipeOverrides().stream()
        .filter(
            override ->
                !override.startsWith(OBJECTIVE)
                    || override.startsWith(OBJECTIVE + own)
                    || (variant.adversary().isPresent()
                        && override.startsWith(OBJECTIVE + "adversary")))
        .toList();
  }

  private void read(AdversarialVariant variant, Path examples, Path texts) {
    String name = variant.key();
    Map<String, String> all = variables(variant, name, examples, texts);
    if (variant == AdversarialVariant.INTERACTION) {
      crossEncoder().read(name, all);
    } else {
      biEncoder(variant).read(name, all);
    }
  }

  private Map<String, String> variables(
      AdversarialVariant variant, String name, Path examples, Path texts) {
    // Each step of the ranking loss is followed by one of the discriminator and of the generator.
    long steps = variant.adversary().isPresent() ? 3 * sizes.steps() : sizes.steps();
    Map<String, String> all = new HashMap<>(variables);
    all.put("training", name);
    all.put("examples", examples.toString());
    all.put("texts", texts.toString());
    all.put(
        "vectors",
        variant
            .adversary()
            .orElse(AdversaryOptions.Vectors.SENTENCE)
            .name()
            .toLowerCase(Locale.ROOT)
            .replace('_', '-'));
    all.put("steps", Long.toString(steps));
    all.put("log-every", Long.toString(Math.max(1, steps / 50)));
    return all;
  }

  /** Returns the name of a training, of its model and its log. */
  static String name(AdversarialVariant variant, Language target) {
    return variant.isTrained() ? variant.key() + "-" + target : variant.key();
  }

  /** Returns the log of a training. */
  Path logFile(AdversarialVariant variant, Language target) {
    return work.logFile(name(variant, target));
  }

  /** Returns the folder of a model; trains it if it does not exist. */
  Path trainIfMissing(AdversarialVariant variant, Language target, TrainingListener listener) {
    String name = name(variant, target);
    if (!variant.isTrained()) {
      return new LayersEncoder(layers, pooling, sizes.maxLength())
          .writeIfMissing(options.common(), name);
    }
    RecipeTemplate<?> recipe =
        variant == AdversarialVariant.INTERACTION ? crossEncoder() : biEncoder(variant);
    return work.train(
        name,
        recipe,
        () ->
            variables(
                variant,
                name,
                data.judgedExamples(variant.setting(), target),
                variant
                    .adversary()
                    .map(vectors -> data.adversaryTexts(vectors, target))
                    .orElse(Path.of("none"))),
        listener);
  }

  /** Deletes files that a measured model no longer needs. */
  void discard(AdversarialVariant variant, Language target) {
    work.discardModel(name(variant, target));
  }
}
