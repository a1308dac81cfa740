// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.isogloss.benchmarks.collection.MateTestSet;
import org.isogloss.core.Encoder;
import org.isogloss.core.Role;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.bitext.SentencePair;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.papers.AttentionPaper;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptionException;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.FixedEncoder;
import org.isogloss.papers.experiment.SystemMeasurements;

/**
 * The experiments of BiCLA (Glavaš and Vulić, ECIR 2019): mate retrieval on six test sets by
 * baselines, by BiCLA and InAtt trained on each pair of languages, by ensembles, and by BiCLA
 * trained on another pair.
 */
public final class BiclaPaper extends AttentionPaper {
  /** The pair of the curve over training pairs, and of the picture of attention. */
  static final BiclaPairName CURVE_PAIR = BiclaPairName.DE_EN;

  /** Rows that can be left out. */
  private enum FurtherRows {
    INATT,
    CURVE;

    private String key() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Draws the attention of the model of a pair, if a run has kept its models. */
  @Override
  protected Optional<String> draw(PaperOptions options) {
    LanguagePair pair = options.languages("pair");
    String sentence = options.require("sentence");
    String translation = options.require("translation");
    Path model =
        runner(options, PaperListener.NONE)
            .modelFolder("bicla-" + pair.source().code() + "-" + pair.target().code());
    return Files.isDirectory(model)
        ? Optional.of(BiclaAttention.of(model, pair, sentence, translation).draw().svg())
        : Optional.empty();
  }

  private static ExperimentRunner runner(PaperOptions options, PaperListener listener) {
    return new ExperimentRunner(options, listener, ExperimentSizes.of(BiclaPaper.class, options));
  }

  /** Returns the file with the attention that the report draws. */
  static Path attentionFile(ExperimentRunner runner) {
    return runner.dataFile("attention.json");
  }

  @Override
  protected PaperResult measure(PaperOptions options, PaperListener listener) {
    requireValid(options);
    ExperimentRunner runner = runner(options, listener);
    BiclaEvaluation evaluation = new BiclaEvaluation(runner);
    List<Encoder> encoders = new ArrayList<>();
    try {
      return measure(runner, evaluation, encoders);
    } finally {
      encoders.forEach(Encoder::close);
    }
  }

  private static void requireValid(PaperOptions options) {
    options.languages("pair");
    reading(options);
    if (options.find("word-encoder").isPresent()
        && (options.find("vectors").isPresent()
            || options.find("dictionaries").isPresent()
            || options.has("centred"))) {
      throw new PaperOptionException(
          "word-encoder",
          "excludes vectors, dictionaries and centred: the encoder has vectors in one space");
    }
  }

  /** Returns the network that is trained. */
  static BiclaReading reading(PaperOptions options) {
    String name = options.require("variant");
    return Arrays.stream(BiclaReading.values())
        .filter(reading -> reading.key().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new PaperOptionException(
                    "variant", "is " + Excerpt.quote(name) + ", expected paper or released"));
  }

  private static List<String> encoders(PaperOptions options) {
    List<String> encoders = options.list("encoders");
    return encoders.equals(List.of("none")) ? List.of() : encoders;
  }

  private static PaperResult measure(
      ExperimentRunner runner, BiclaEvaluation evaluation, List<Encoder> encoders) {
    int threads = runner.options().threads();
    SequencedMap<String, String> settings = settings(runner);
    List<String> names = encoders(runner.options());
    Set<FurtherRows> further = runner.options().select("rows", FurtherRows.class, FurtherRows::key);
    boolean hasInatt = further.contains(FurtherRows.INATT);
    List<Integer> curve =
        further.contains(FurtherRows.CURVE)
            ? runner.sizes().list("curve").stream().map(Integer::valueOf).toList()
            : List.of();
    int trainings = BiclaPairName.values().length * (hasInatt ? 2 : 1) + curve.size();
    runner.start(settings, 3 + names.size() + trainings);
    BiclaTrainer models = new BiclaTrainer(runner, evaluation);
    WordBaselines baselines = new WordBaselines(models.wordTables(), threads);
    evaluation.add("QLM", baselines::queryLikelihood);
    evaluation.add(BiclaEnsemble.AGG, baselines::aggregation);
    evaluation.add(BiclaEnsemble.TBT, baselines::termByTerm);
    List<BiclaEnsemble> ensembles = new ArrayList<>(BiclaEnsemble.PAPER);
    for (String name : names) {
      try (ModelFolder model = ModelFolder.open(name)) {
        Encoder encoder = FixedEncoder.open(model, runner.options());
        encoders.add(encoder);
        String label = FixedEncoder.label(name, model);
        evaluation.add(label, test -> cosines(encoder, test));
        ensembles.addAll(BiclaEnsemble.withEncoder(label));
      }
    }
    Rows rows = new Rows(runner, models, evaluation, ensembles);
    SequencedMap<String, SystemMeasurements> untrained = new LinkedHashMap<>();
    evaluation.untrained().forEach(system -> untrained.put(system, rows.untrained(system)));
    int pairs = runner.sizes().count("pairs");
    Map<BiclaPairName, SystemMeasurements> bicla = new EnumMap<>(BiclaPairName.class);
    Map<BiclaPairName, SystemMeasurements> inatt = new EnumMap<>(BiclaPairName.class);
    for (BiclaPairName pair : BiclaPairName.values()) {
      bicla.put(pair, rows.bicla(new BiclaTrainer.Training(BiclaVariant.BICLA, pair, pairs)));
      if (hasInatt) {
        inatt.put(pair, rows.own(new BiclaTrainer.Training(BiclaVariant.INATT, pair, pairs), ""));
      }
    }
    SequencedMap<Integer, SystemMeasurements> byPairs = new LinkedHashMap<>();
    for (int fewer : curve) {
      byPairs.put(
          fewer,
          rows.own(
              new BiclaTrainer.Training(BiclaVariant.BICLA, CURVE_PAIR, fewer),
              ", " + fewer + " pairs"));
    }
    byPairs.put(pairs, bicla.get(CURVE_PAIR));
    settings.putAll(models.recipe().description());
    return new BiclaTables(runner, untrained, bicla, inatt, byPairs, ensembles)
        .toResult(settings, models);
  }

  private static float[][] cosines(Encoder encoder, MateTestSet test) {
    return WordBaselines.cosines(
        encoder.encode(test.pairs().stream().map(SentencePair::source).toList(), Role.QUERY),
        encoder.encode(test.pairs().stream().map(SentencePair::target).toList(), Role.QUERY));
  }

  /** Trains, measures and reports the rows. */
  private record Rows(
      ExperimentRunner runner,
      BiclaTrainer models,
      BiclaEvaluation evaluation,
      List<BiclaEnsemble> ensembles) {
    SystemMeasurements untrained(String system) {
      return row(system, system, () -> evaluation.measureUntrained(system));
    }

    /** Measures BiCLA on all test sets, and draws the attention of one pair. */
    SystemMeasurements bicla(BiclaTrainer.Training training) {
      BiclaPairName pair = training.pair();
      return trained(
          training,
          "",
          model -> {
            if (pair == CURVE_PAIR) {
              BiclaAttention.ofTestSet(model, evaluation.tests().get(pair))
                  .write(attentionFile(runner));
            }
            return evaluation.measureBicla(pair, open(model), ensembles);
          });
    }

    /** Measures a model on the test set of its own pair. */
    SystemMeasurements own(BiclaTrainer.Training training, String suffix) {
      return trained(
          training,
          suffix,
          model -> evaluation.measureOwn(training.variant().label(), training.pair(), open(model)));
    }

    private SystemMeasurements trained(
        BiclaTrainer.Training training,
        String suffix,
        Function<Path, SystemMeasurements> measuring) {
      String name = models.name(training);
      return row(
          name,
          training.variant().label() + ", " + training.pair().label() + suffix,
          () -> {
            SystemMeasurements figures = measuring.apply(models.trainIfMissing(training));
            runner.discardModel(name);
            return figures;
          });
    }

    private SystemMeasurements row(
        String key, String label, Supplier<SystemMeasurements> measuring) {
      return runner.row(label, "row-" + key.replaceAll("[^A-Za-z0-9-]", "_"), measuring);
    }

    private TrainedSystem open(Path model) {
      return TrainedSystem.open(model, runner.options().threads());
    }
  }

  private static SequencedMap<String, String> settings(ExperimentRunner runner) {
    PaperOptions options = runner.options();
    SequencedMap<String, String> settings = runner.settings();
    options
        .find("word-encoder")
        .ifPresentOrElse(
            encoder -> settings.put("word vectors", "those of the encoder " + identity(encoder)),
            () -> {
              settings.put(
                  "word vectors", options.describeFolder("vectors").orElse("trained here"));
              settings.put(
                  "dictionaries", options.describeFolder("dictionaries").orElse("aligned here"));
            });
    settings.put("centred", Boolean.toString(options.has("centred")));
    settings.put("variant", reading(options).key());
    settings.put(
        "encoders",
        encoders(options).stream().map(BiclaPaper::identity).collect(Collectors.joining(", ")));
    settings.putAll(runner.sizes().description());
    settings.put("overrides", options.overrides().toString());
    return settings;
  }

  private static String identity(String encoder) {
    try (ModelFolder model = ModelFolder.open(encoder)) {
      return FixedEncoder.label(encoder, model) + " " + model.fingerprint();
    }
  }
}
