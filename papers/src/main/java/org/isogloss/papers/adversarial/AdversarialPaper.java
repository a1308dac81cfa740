// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.Paper;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptionException;
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
public final class AdversarialPaper extends Paper {
  /**
   * Prefix of the override of the steps of the ranking loss, which rows with an adversary triple.
   */
  private static final String STEPS = "training.steps=";

  /** Why language fairness is not measured. */
  static final String WITHOUT_POOL =
      "Not measured: the collection has no English test queries for English documents, nor parallel"
          + " ones from which they follow.";

  @Override
  protected PaperResult measure(PaperOptions options, PaperListener listener) {
    Set<AdversarialVariant> variants = EnumSet.of(AdversarialVariant.UNTRAINED);
    variants.addAll(options.select("rows", AdversarialVariant.class, AdversarialVariant::key));
    ExperimentRunner runner = new ExperimentRunner(options, listener, sizes(options));
    AdversarialData data = new AdversarialData(runner, targets(options, runner.sizes()));
    int maxLayers = options.number("layers", 0).orElse(runner.sizes().count("layers"));
    try (ModelFolder base = ModelFolder.open(options.requireBase())) {
      AdversarialTrainer models = new AdversarialTrainer(data, base, maxLayers);
      SequencedMap<String, String> settings = runner.settings(base);
      settings.put("languages of the documents", AdversarialData.codes(data.targets()));
      settings.put(
          "collection",
          options.describeFolder("collection").orElse("built from the documentation"));
      if (!data.hasPool()) {
        settings.put("language fairness", WITHOUT_POOL);
        listener.messageReported("language fairness: " + WITHOUT_POOL);
      }
      settings.putAll(models.description());
      int trained = variants.size() - 1;
      runner.start(settings, trained * data.targets().size() + 1);
      AdversarialEvaluation evaluation = new AdversarialEvaluation(data);
      Map<AdversarialVariant, SequencedMap<Language, SystemMeasurements>> measured =
          new EnumMap<>(AdversarialVariant.class);
      for (AdversarialVariant variant : variants) {
        measured.put(variant, measure(variant, data, models, evaluation));
      }
      return new AdversarialTables(data, evaluation, measured)
          .toResult(base.manifest().name(), settings);
    }
  }

  /** Returns the measurements of a variant by target language. */
  private static SequencedMap<Language, SystemMeasurements> measure(
      AdversarialVariant variant,
      AdversarialData data,
      AdversarialTrainer models,
      AdversarialEvaluation evaluation) {
    SequencedMap<Language, SystemMeasurements> byTarget = new LinkedHashMap<>();
    for (Language target : data.targets()) {
      List<Language> targets = variant.isTrained() ? List.of(target) : data.targets();
      if (!variant.isTrained() && !byTarget.isEmpty()) {
        byTarget.put(target, byTarget.firstEntry().getValue());
        continue;
      }
      String name = variant.fileName(target);
      String label =
          variant.label() + (variant.isTrained() ? ", " + AdversarialData.codes(targets) : "");
      byTarget.put(
          target,
          data.runner()
              .row(
                  label,
                  "row-" + name,
                  () -> {
                    Path model = models.trainIfMissing(variant, target);
                    data.runner().listener().messageReported("ranking with " + label);
                    SystemMeasurements figures =
                        variant == AdversarialVariant.INTERACTION
                            ? evaluation.measureCrossEncoder(model, target)
                            : evaluation.measureEncoder(variant, model, targets);
                    data.runner().discardModel(name);
                    return figures;
                  }));
    }
    return byTarget;
  }

  private static List<Language> targets(PaperOptions options, ExperimentSizes sizes) {
    List<Language> targets =
        options
            .find("targets")
            .map(codes -> options.list("targets"))
            .orElse(sizes.list("targets"))
            .stream()
            .map(Language::of)
            .toList();
    if (targets.contains(AdversarialData.SOURCE)) {
      throw new PaperOptionException(
          "targets",
          "are "
              + AdversarialData.codes(targets)
              + ", but en is the language of the queries: expected other languages of documents");
    }
    if (targets.stream().distinct().count() < targets.size()) {
      throw new PaperOptionException(
          "targets", "are " + AdversarialData.codes(targets) + ": a language is repeated");
    }
    return targets;
  }

  private static ExperimentSizes sizes(PaperOptions options) {
    ExperimentSizes sizes = ExperimentSizes.of(AdversarialPaper.class, options);
    for (String override : options.overrides()) {
      if (override.startsWith(STEPS)) {
        String steps = override.substring(STEPS.length()).strip();
        try {
          sizes = sizes.with("steps", Long.toString(Long.parseLong(steps)));
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
