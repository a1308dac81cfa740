// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.experiment.GivenEncoder;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.SystemMeasurements;

/**
 * The experiments of BiCLA (Glavaš and Vulić, ECIR 2019): mate retrieval on six test sets by
 * baselines, by BiCLA and InAtt trained on each pair of languages, by ensembles, and by BiCLA
 * trained on another pair. An interrupted run continues after its last finished row, and in a
 * training at its last checkpoint.
 */
public final class BiclaPaper {
  private final BiclaOptions options;
  private final BiclaSizes sizes;

  public BiclaPaper(BiclaOptions options) {
    this.options = requireNonNull(options, "options is null");
    this.sizes = options.sizes();
  }

  /** Returns the folder of the model that is trained on a pair, whether it exists or not. */
  public Path model(LanguagePair pair) {
    return new ExperimentFolder(options.common())
        .modelFolder("bicla-" + pair.source().code() + "-" + pair.target().code());
  }

  /**
   * Runs the rows of the experiment that are not finished yet.
   *
   * @throws org.isogloss.core.IsoglossException if data is missing, if {@code work} belongs to
   *     other settings, or if the listener stopped a training; then the same call continues
   */
  public BiclaResult run(PaperListener listener) {
    BiclaEvaluation evaluation =
        new BiclaEvaluation(
            options.common().data().resolve("benchmarks"), sizes.testPairs(), listener);
    List<Encoder> encoders = new ArrayList<>();
    try {
      return run(evaluation, encoders, listener);
    } finally {
      encoders.forEach(Encoder::close);
    }
  }

  private BiclaResult run(
      BiclaEvaluation evaluation, List<Encoder> encoders, PaperListener listener) {
    MeasurementStore rows = MeasurementStore.open(options.common().work(), settings());
    BiclaTrainer models = trainer(evaluation, listener);
    WordBaselines baselines =
        new WordBaselines(
            models.wordTables(listener.trainingListener()), options.common().threads());
    evaluation.add("QLM", baselines::queryLikelihood);
    evaluation.add(BiclaEnsemble.AGG, baselines::aggregation);
    evaluation.add(BiclaEnsemble.TBT, baselines::termByTerm);
    List<BiclaEnsemble> ensembles = new ArrayList<>(BiclaEnsemble.PAPER);
    for (String name : options.encoders()) {
      try (ModelFolder model = ModelFolder.open(name)) {
        Encoder encoder = GivenEncoder.open(model, options.common().threads());
        encoders.add(encoder);
        String label = GivenEncoder.label(name, model);
        evaluation.add(label, new EncoderSystem(encoder));
        ensembles.addAll(BiclaEnsemble.withEncoder(label));
      }
    }
    Rows measured = new Rows(rows, rowCount(evaluation), listener);
    SequencedMap<String, SystemMeasurements> untrained = new LinkedHashMap<>();
    for (String system : evaluation.untrained()) {
      untrained.put(
          system,
          measured.findOrMeasure(system, system, () -> evaluation.measureUntrained(system)));
    }
    Map<BiclaPairName, SystemMeasurements> bicla = new EnumMap<>(BiclaPairName.class);
    Map<BiclaPairName, SystemMeasurements> inatt = new EnumMap<>(BiclaPairName.class);
    for (BiclaPairName pair : BiclaPairName.values()) {
      bicla.put(
          pair,
          measured.findOrMeasure(
              models.name(BiclaVariant.BICLA, pair, sizes.pairs()),
              "BiCLA, " + pair.label(),
              () -> measureBicla(pair, models, evaluation, ensembles, listener)));
      inatt.put(
          pair,
          measured.findOrMeasure(
              models.name(BiclaVariant.INATT, pair, sizes.pairs()),
              "InAtt, " + pair.label(),
              () ->
                  measureOwn(
                      BiclaVariant.INATT, pair, sizes.pairs(), models, evaluation, listener)));
    }
    SequencedMap<Integer, SystemMeasurements> curve = new LinkedHashMap<>();
    for (int pairs : sizes.curve()) {
      curve.put(
          pairs,
          measured.findOrMeasure(
              models.name(BiclaVariant.BICLA, BiclaResult.CURVE_PAIR, pairs),
              "BiCLA, " + BiclaResult.CURVE_PAIR.label() + ", " + pairs + " pairs",
              () ->
                  measureOwn(
                      BiclaVariant.BICLA,
                      BiclaResult.CURVE_PAIR,
                      pairs,
                      models,
                      evaluation,
                      listener)));
    }
    SequencedMap<String, String> settings = settings();
    settings.putAll(models.recipe().description());
    return new BiclaResult(
        settings,
        sizes.pairs(),
        untrained,
        bicla,
        inatt,
        curve,
        ensembles,
        attentionFile(),
        logs(models));
  }

  private int rowCount(BiclaEvaluation evaluation) {
    return evaluation.untrained().size() + 2 * BiclaPairName.values().length + sizes.curve().size();
  }

  private BiclaTrainer trainer(BiclaEvaluation evaluation, PaperListener listener) {
    BiclaResources resources = new BiclaResources(options, listener);
    Map<Language, Set<String>> testWords = new HashMap<>();
    BiclaResources.LANGUAGES.forEach(
        language -> testWords.put(language, evaluation.words(language)));
    SequencedMap<String, Path> vectors = resources.vectors(testWords);
    return new BiclaTrainer(options, vectors, resources.dictionaries());
  }

  private SystemMeasurements measureBicla(
      BiclaPairName pair,
      BiclaTrainer models,
      BiclaEvaluation evaluation,
      List<BiclaEnsemble> ensembles,
      PaperListener listener) {
    Path model =
        models.trainIfMissing(BiclaVariant.BICLA, pair, sizes.pairs(), listener.trainingListener());
    if (pair == BiclaResult.CURVE_PAIR) {
      BiclaAttention.ofTestSet(model, evaluation.tests().get(pair)).write(attentionFile());
    }
    SystemMeasurements figures =
        evaluation.measureBicla(
            pair, TrainedSystem.open(model, options.common().threads()), ensembles);
    models.discard(BiclaVariant.BICLA, pair, sizes.pairs());
    return figures;
  }

  private SystemMeasurements measureOwn(
      BiclaVariant variant,
      BiclaPairName pair,
      int pairs,
      BiclaTrainer models,
      BiclaEvaluation evaluation,
      PaperListener listener) {
    Path model = models.trainIfMissing(variant, pair, pairs, listener.trainingListener());
    SystemMeasurements figures =
        evaluation.measureOwn(
            variant.label(), pair, TrainedSystem.open(model, options.common().threads()));
    models.discard(variant, pair, pairs);
    return figures;
  }

  private Path attentionFile() {
    return new ExperimentFolder(options.common()).dataFile("attention.json");
  }

  private SequencedMap<String, String> settings() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("data", options.common().describeData());
    settings.put("scale", options.common().scale().name().toLowerCase(Locale.ROOT));
    settings.put("seed", Long.toString(options.common().seed()));
    if (options.wordEncoder().isPresent()) {
      settings.put(
          "word vectors", "those of the encoder " + identity(options.wordEncoder().orElseThrow()));
    } else {
      settings.put("word vectors", options.vectors().map(Path::toString).orElse("trained here"));
      settings.put(
          "dictionaries", options.dictionaries().map(Path::toString).orElse("aligned here"));
    }
    settings.put("centred", Boolean.toString(options.centred()));
    settings.put(
        "encoders",
        options.encoders().stream().map(BiclaPaper::identity).collect(Collectors.joining(", ")));
    settings.putAll(sizes.description());
    settings.put("overrides", options.common().overrides().toString());
    return settings;
  }

  private static String identity(String encoder) {
    try (ModelFolder model = ModelFolder.open(encoder)) {
      return GivenEncoder.label(encoder, model) + " " + model.fingerprint();
    }
  }

  private Map<BiclaVariant, SequencedMap<String, Path>> logs(BiclaTrainer models) {
    Map<BiclaVariant, SequencedMap<String, Path>> logs = new EnumMap<>(BiclaVariant.class);
    for (BiclaVariant variant : BiclaVariant.values()) {
      SequencedMap<String, Path> byPair = new LinkedHashMap<>();
      for (BiclaPairName pair : BiclaPairName.values()) {
        byPair.put(pair.label(), models.logFile(variant, pair, sizes.pairs()));
      }
      logs.put(variant, byPair);
    }
    return logs;
  }

  /** Measures rows that are not finished, and reports each. */
  private static final class Rows {
    private final MeasurementStore store;
    private final int count;
    private final PaperListener listener;
    private int number;

    Rows(MeasurementStore store, int count, PaperListener listener) {
      this.store = store;
      this.count = count;
      this.listener = listener;
    }

    SystemMeasurements findOrMeasure(
        String key, String label, Supplier<SystemMeasurements> measurement) {
      String file = "row-" + key.replaceAll("[^A-Za-z0-9-]", "_");
      Optional<SystemMeasurements> before = store.find(file);
      listener.rowStarted(label, ++number, count, before.isPresent());
      return store.findOrMeasure(file, measurement);
    }
  }
}
