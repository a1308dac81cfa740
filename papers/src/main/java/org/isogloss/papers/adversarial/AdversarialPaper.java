// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.adversarial;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.core.Language;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.SystemMeasurements;

/**
 * The experiments of Wang et al. 2021: a base is trained to rank documents in one language for
 * English queries, with and without an adversary, and measured by re-ranking; and in the pool of
 * all languages. An interrupted run continues after its last finished row, and in a training at its
 * last checkpoint.
 */
public final class AdversarialPaper {
  private final AdversarialOptions options;
  private final AdversarialSizes sizes;

  public AdversarialPaper(AdversarialOptions options) {
    this.options = requireNonNull(options, "options is null");
    this.sizes = options.sizes();
  }

  /**
   * Runs the rows of the experiment that are not finished yet.
   *
   * @throws org.isogloss.core.IsoglossException if data is missing, if {@code work} belongs to
   *     other settings, or if the listener stopped a training; then the same call continues
   */
  public AdversarialResult run(PaperListener listener) {
    try (ModelFolder base = ModelFolder.open(options.common().requireBase())) {
      AdversarialData data = new AdversarialData(options, listener);
      AdversarialTrainer models = new AdversarialTrainer(options, data, base);
      SequencedMap<String, String> settings = settings(base, models);
      MeasurementStore store = MeasurementStore.open(options.common().work(), settings);
      AdversarialEvaluation evaluation =
          new AdversarialEvaluation(data, sizes, options.common().threads());
      Rows rows = new Rows(store, models, evaluation, listener);
      Map<AdversarialVariant, SequencedMap<Language, SystemMeasurements>> measured =
          new EnumMap<>(AdversarialVariant.class);
      for (AdversarialVariant variant : AdversarialVariant.values()) {
        measured.put(variant, rows.measure(variant));
      }
      SequencedMap<Language, ParallelDocumentMap> maps = new LinkedHashMap<>();
      options
          .effectiveTargets()
          .forEach(target -> maps.put(target, evaluation.documentMap(target)));
      return new AdversarialResult(
          base.manifest().name(),
          settings,
          options.effectiveTargets(),
          evaluation.exampleQuery(options.effectiveTargets().getFirst()).query().text(),
          measured,
          new AdversarialReport(logs(models), maps, mapFiles()));
    }
  }

  private SequencedMap<String, String> settings(ModelFolder base, AdversarialTrainer models) {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("base", base.manifest().name());
    settings.put("base's fingerprint", base.fingerprint());
    settings.put("data", options.common().describeData());
    settings.put("scale", options.common().scale().name().toLowerCase(Locale.ROOT));
    settings.put("seed", Long.toString(options.common().seed()));
    settings.put("languages of the documents", AdversarialSizes.codes(options.effectiveTargets()));
    settings.put(
        "collection",
        options.collection().map(Path::toString).orElse("built from the documentation"));
    settings.put("layers", Integer.toString(models.layers()));
    settings.put("pooling", models.pooling().name().toLowerCase(Locale.ROOT));
    settings.putAll(sizes.description());
    settings.putAll(models.description());
    return settings;
  }

  /** Returns the file of the vectors of the documents that are drawn. */
  private Path mapFile(AdversarialVariant variant, Language target) {
    return new ExperimentFolder(options.common())
        .dataFile("map-" + variant.key() + "-" + target + ".npy");
  }

  /** Returns the files of vectors by target, then by the name of the model. */
  private SequencedMap<Language, SequencedMap<String, Path>> mapFiles() {
    SequencedMap<Language, SequencedMap<String, Path>> files = new LinkedHashMap<>();
    for (Language target : options.effectiveTargets()) {
      SequencedMap<String, Path> ofTarget = new LinkedHashMap<>();
      for (AdversarialVariant variant :
          List.of(
              AdversarialVariant.UNTRAINED,
              AdversarialVariant.TRIPLET,
              AdversarialVariant.TRIPLET_SENTENCE,
              AdversarialVariant.TRIPLET_TERMS)) {
        ofTarget.put(variant.label(), mapFile(variant, target));
      }
      files.put(target, ofTarget);
    }
    return files;
  }

  /** The rows of all variants and languages. */
  private final class Rows {
    private final MeasurementStore store;
    private final AdversarialTrainer models;
    private final AdversarialEvaluation evaluation;
    private final PaperListener listener;
    private final int count;
    private int number;

    Rows(
        MeasurementStore store,
        AdversarialTrainer models,
        AdversarialEvaluation evaluation,
        PaperListener listener) {
      this.store = store;
      this.models = models;
      this.evaluation = evaluation;
      this.listener = listener;
      int targets = options.effectiveTargets().size();
      this.count = (AdversarialVariant.values().length - 1) * targets + 1;
    }

    /** Returns the measurements of a variant by target language. */
    SequencedMap<Language, SystemMeasurements> measure(AdversarialVariant variant) {
      SequencedMap<Language, SystemMeasurements> byTarget = new LinkedHashMap<>();
      List<Language> targets = options.effectiveTargets();
      if (!variant.isTrained()) {
        SystemMeasurements all = row(variant, targets);
        targets.forEach(target -> byTarget.put(target, all));
        return byTarget;
      }
      targets.forEach(target -> byTarget.put(target, row(variant, List.of(target))));
      return byTarget;
    }

    private SystemMeasurements row(AdversarialVariant variant, List<Language> targets) {
      Language target = targets.getFirst();
      String key = "row-" + AdversarialTrainer.name(variant, target);
      String label =
          variant.label() + (variant.isTrained() ? ", " + AdversarialSizes.codes(targets) : "");
      number++;
      listener.rowStarted(label, number, count, store.find(key).isPresent());
      return store.findOrMeasure(
          key,
          () -> {
            Path model = models.trainIfMissing(variant, target, listener.trainingListener());
            listener.messageReported("ranking with " + label);
            SystemMeasurements figures =
                variant == AdversarialVariant.INTERACTION
                    ? evaluation.measureCrossEncoder(model, target)
                    : evaluation.measureEncoder(model, targets, one -> mapFile(variant, one));
            models.discard(variant, target);
            return figures;
          });
    }
  }

  private Map<AdversarialVariant, SequencedMap<Language, Path>> logs(AdversarialTrainer models) {
    Map<AdversarialVariant, SequencedMap<Language, Path>> logs =
        new EnumMap<>(AdversarialVariant.class);
    for (AdversarialVariant variant : AdversarialVariant.values()) {
      if (variant.isTrained()) {
        SequencedMap<Language, Path> files = new LinkedHashMap<>();
        options
            .effectiveTargets()
            .forEach(target -> files.put(target, models.logFile(variant, target)));
        logs.put(variant, files);
      }
    }
    return logs;
  }
}
