// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.Paper;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOption;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.SystemMeasurements;

/**
 * The experiments of Wang et al. 2021: a base is trained to rank documents in one language for
 * English queries, with and without an adversary, and measured by re-ranking; and in the pool of
 * all languages.
 */
public final class AdversarialPaper implements Paper {
  static final PaperOption COLLECTION =
      PaperOption.of(
          "collection",
          "DIR",
          "A collection in the format of CLIRMatrix, with monolingual queries, as"
              + " collection build writes it (default: build one from the folder help of the data).");
  static final PaperOption TARGETS =
      PaperOption.of(
          "targets",
          "XX[,XX...]",
          "Languages of the documents (default: de,zh with smoke and small, all seven of the paper"
              + " with full).");
  static final PaperOption LAYERS =
      PaperOption.of(
          "layers",
          "N",
          "Keep the first N layers of the base, 0 for all (default: 2 with smoke, 6 with small, all"
              + " with full).");

  /**
   * Prefix of the override of the steps of the ranking loss, which rows with an adversary triple.
   */
  private static final String STEPS = "training.steps=";

  @Override
  public String name() {
    return "adversarial";
  }

  @Override
  public String description() {
    return "Adversarial domain adaptation (Wang et al. 2021): train encoders to rank documents in"
        + " one language for English queries, with and without a discriminator of languages, and"
        + " measure them by re-ranking, without queries in the language of training, and in the"
        + " pool of all languages.";
  }

  @Override
  public List<PaperOption> options() {
    return List.of(COLLECTION, TARGETS, LAYERS);
  }

  @Override
  public PaperResult run(PaperOptions options, PaperListener listener) {
    ExperimentRunner runner = new ExperimentRunner(this, options, listener);
    ExperimentSizes sizes = sizes(options);
    AdversarialSetup setup = new AdversarialSetup(runner, sizes, targets(options, sizes));
    int maxLayers = options.number(LAYERS, 0).orElse(sizes.count("layers"));
    try (ModelFolder base = ModelFolder.open(options.requireBase())) {
      AdversarialData data = new AdversarialData(setup);
      AdversarialTrainer models = new AdversarialTrainer(setup, data, base, maxLayers);
      SequencedMap<String, String> settings = new LinkedHashMap<>();
      ExperimentRunner.describe("base", base, settings);
      runner.describeRun(settings);
      settings.put("languages of the documents", AdversarialSetup.codes(setup.targets()));
      settings.put("collection", options.find(COLLECTION).orElse("built from the documentation"));
      settings.putAll(models.description());
      int trained = AdversarialVariant.values().length - 1;
      runner.start(settings, trained * setup.targets().size() + 1);
      AdversarialEvaluation evaluation = new AdversarialEvaluation(setup, data);
      Map<AdversarialVariant, SequencedMap<Language, SystemMeasurements>> measured =
          new EnumMap<>(AdversarialVariant.class);
      for (AdversarialVariant variant : AdversarialVariant.values()) {
        measured.put(variant, measure(variant, setup, models, evaluation));
      }
      return new AdversarialTables(setup, evaluation, measured)
          .toResult(base.manifest().name(), settings);
    }
  }

  /** Returns the measurements of a variant by target language. */
  private static SequencedMap<Language, SystemMeasurements> measure(
      AdversarialVariant variant,
      AdversarialSetup setup,
      AdversarialTrainer models,
      AdversarialEvaluation evaluation) {
    SequencedMap<Language, SystemMeasurements> byTarget = new LinkedHashMap<>();
    for (Language target : setup.targets()) {
      List<Language> targets = variant.isTrained() ? List.of(target) : setup.targets();
      if (!variant.isTrained() && !byTarget.isEmpty()) {
        byTarget.put(target, byTarget.firstEntry().getValue());
        continue;
      }
      String name = variant.fileName(target);
      String label =
          variant.label() + (variant.isTrained() ? ", " + AdversarialSetup.codes(targets) : "");
      byTarget.put(
          target,
          setup
              .runner()
              .row(
                  label,
                  "row-" + name,
                  () -> {
                    Path model = models.trainIfMissing(variant, target);
                    setup.runner().listener().messageReported("ranking with " + label);
                    SystemMeasurements figures =
                        variant == AdversarialVariant.INTERACTION
                            ? evaluation.measureCrossEncoder(model, target)
                            : evaluation.measureEncoder(variant, model, targets);
                    setup.runner().discardModel(name);
                    return figures;
                  }));
    }
    return byTarget;
  }

  private static List<Language> targets(PaperOptions options, ExperimentSizes sizes) {
    List<Language> targets =
        options
            .find(TARGETS)
            .map(codes -> options.list(TARGETS))
            .orElse(sizes.list("targets"))
            .stream()
            .map(Language::of)
            .toList();
    if (targets.contains(AdversarialSetup.SOURCE)) {
      throw TARGETS.invalid(
          "are "
              + AdversarialSetup.codes(targets)
              + ", but en is the language of the queries: expected other languages of documents");
    }
    if (targets.stream().distinct().count() < targets.size()) {
      throw TARGETS.invalid("are " + AdversarialSetup.codes(targets) + ": a language is repeated");
    }
    return targets;
  }

  private static ExperimentSizes sizes(PaperOptions options) {
    ExperimentSizes sizes =
        ExperimentSizes.of(AdversarialPaper.class, "sizes.yaml", options.scale());
    for (String override : options.overrides()) {
      if (override.startsWith(STEPS)) {
        String steps = override.substring(STEPS.length()).strip();
        try {
          sizes = sizes.with("steps", Long.parseLong(steps));
        } catch (NumberFormatException e) {
          throw new IsoglossException("training.steps is \"" + steps + "\", expected a number", e);
        }
      }
    }
    return sizes;
  }

  /** Returns the overrides of the recipes, without that of the steps. */
  static List<String> recipeOverrides(PaperOptions options) {
    return options.overrides().stream().filter(one -> !one.startsWith(STEPS)).toList();
  }
}
