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
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
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
import org.isogloss.papers.PaperOption;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.GivenEncoder;
import org.isogloss.papers.experiment.SystemMeasurements;

/**
 * The experiments of BiCLA (Glavaš and Vulić, ECIR 2019): mate retrieval on six test sets by
 * baselines, by BiCLA and InAtt trained on each pair of languages, by ensembles, and by BiCLA
 * trained on another pair.
 */
public final class BiclaPaper implements AttentionPaper {
  static final PaperOption VECTORS =
      PaperOption.of(
          "vectors",
          "DIR",
          "Folder of word vectors of cs, de, en and hu in the format of fastText, such as"
              + " wiki.de.vec (default: train them on the text of the data).");
  static final PaperOption DICTIONARIES =
      PaperOption.of(
          "dictionaries",
          "DIR",
          "Folder of dictionaries en-XX.tsv, with an English word and a translation on each line"
              + " (default: align the words of the data).");
  static final PaperOption WORD_ENCODER =
      PaperOption.of(
          "word-encoder",
          "MODEL",
          "Take the vectors of the words from this encoder, a model folder or the name of a shipped"
              + " model, in whose space the languages are already.");
  static final PaperOption CENTRED =
      PaperOption.of(
          "centred",
          "",
          "Subtract the mean vector of each language before it is mapped; the paper does not.");
  static final PaperOption VARIANT =
      new PaperOption(
          "variant",
          "NAME",
          "The network: paper, the formulas of the paper; released, the code of its authors"
              + " (default: ${DEFAULT-VALUE}).",
          "paper");
  static final PaperOption ENCODERS =
      new PaperOption(
          "encoders",
          "MODEL[,MODEL...]",
          "Encoders that are measured, alone and with BiCLA (default: ${DEFAULT-VALUE}; none for"
              + " none).",
          "tiny,compact");
  static final PaperOption PAIR =
      new PaperOption(
          "pair",
          "XX-YY",
          "The pair of languages of the picture of attention (default: ${DEFAULT-VALUE}).",
          "de-en");
  static final PaperOption SENTENCE =
      PaperOption.of(
          "sentence", "TEXT", "A sentence in the first language, for the picture of attention.");
  static final PaperOption TRANSLATION =
      PaperOption.of(
          "translation",
          "TEXT",
          "A sentence in the second language, for the picture of attention.");

  /** The pair of the curve over training pairs, and of the picture of attention. */
  static final BiclaPairName CURVE_PAIR = BiclaPairName.DE_EN;

  @Override
  public String name() {
    return "bicla";
  }

  @Override
  public String description() {
    return "BiCLA (Glavaš and Vulić 2019): train the bidirectional attention model on pairs of"
        + " Czech, German, English and Hungarian, and retrieve the translations of sentences with"
        + " it, with the paper's baselines, with ensembles, and with models that were trained on"
        + " another pair of languages.";
  }

  @Override
  public boolean hasBase() {
    return false;
  }

  @Override
  public List<PaperOption> options() {
    return List.of(
        VECTORS,
        DICTIONARIES,
        WORD_ENCODER,
        CENTRED,
        VARIANT,
        ENCODERS,
        PAIR,
        SENTENCE,
        TRANSLATION);
  }

  /** Draws the attention of the model of a pair, if a run has kept its models. */
  @Override
  public Optional<String> drawAttention(PaperOptions options) {
    LanguagePair pair = options.languages(PAIR);
    String sentence = options.require(SENTENCE);
    String translation = options.require(TRANSLATION);
    Path model =
        new ExperimentRunner(this, options, PaperListener.NONE)
            .modelFolder("bicla-" + pair.source().code() + "-" + pair.target().code());
    return Files.isDirectory(model)
        ? Optional.of(BiclaAttention.of(model, pair, sentence, translation).draw().svg())
        : Optional.empty();
  }

  @Override
  public PaperResult run(PaperOptions options, PaperListener listener) {
    requireValid(options);
    BiclaSetup setup =
        new BiclaSetup(
            new ExperimentRunner(this, options, listener),
            ExperimentSizes.of(BiclaPaper.class, "sizes.yaml", options.scale()));
    BiclaEvaluation evaluation = new BiclaEvaluation(setup);
    List<Encoder> encoders = new ArrayList<>();
    try {
      return run(setup, evaluation, encoders);
    } finally {
      encoders.forEach(Encoder::close);
    }
  }

  private static void requireValid(PaperOptions options) {
    options.languages(PAIR);
    reading(options);
    if (options.find(WORD_ENCODER).isPresent()
        && (options.find(VECTORS).isPresent()
            || options.find(DICTIONARIES).isPresent()
            || options.has(CENTRED))) {
      throw WORD_ENCODER.invalid(
          "excludes vectors, dictionaries and centred: the encoder has vectors in one space");
    }
  }

  /** Returns the network that is trained. */
  static BiclaReading reading(PaperOptions options) {
    String name = options.require(VARIANT);
    return Arrays.stream(BiclaReading.values())
        .filter(reading -> reading.key().equals(name))
        .findFirst()
        .orElseThrow(
            () -> VARIANT.invalid("is " + Excerpt.quote(name) + ", expected paper or released"));
  }

  private static List<String> encoders(PaperOptions options) {
    List<String> encoders = options.list(ENCODERS);
    return encoders.equals(List.of("none")) ? List.of() : encoders;
  }

  private static PaperResult run(
      BiclaSetup setup, BiclaEvaluation evaluation, List<Encoder> encoders) {
    ExperimentRunner runner = setup.runner();
    SequencedMap<String, String> settings = settings(setup);
    List<String> names = encoders(setup.options());
    List<Integer> curve = setup.sizes().list("curve").stream().map(Integer::valueOf).toList();
    runner.start(settings, 3 + names.size() + 2 * BiclaPairName.values().length + curve.size());
    BiclaTrainer models = new BiclaTrainer(setup, evaluation);
    WordBaselines baselines = new WordBaselines(models.wordTables(), setup.options().threads());
    evaluation.add("QLM", baselines::queryLikelihood);
    evaluation.add(BiclaEnsemble.AGG, baselines::aggregation);
    evaluation.add(BiclaEnsemble.TBT, baselines::termByTerm);
    List<BiclaEnsemble> ensembles = new ArrayList<>(BiclaEnsemble.PAPER);
    for (String name : names) {
      try (ModelFolder model = ModelFolder.open(name)) {
        Encoder encoder = GivenEncoder.open(model, setup.options().threads());
        encoders.add(encoder);
        String label = GivenEncoder.label(name, model);
        evaluation.add(label, test -> cosines(encoder, test));
        ensembles.addAll(BiclaEnsemble.withEncoder(label));
      }
    }
    Rows rows = new Rows(setup, models, evaluation, ensembles);
    SequencedMap<String, SystemMeasurements> untrained = new LinkedHashMap<>();
    evaluation.untrained().forEach(system -> untrained.put(system, rows.untrained(system)));
    int pairs = setup.sizes().count("pairs");
    Map<BiclaPairName, SystemMeasurements> bicla = new EnumMap<>(BiclaPairName.class);
    Map<BiclaPairName, SystemMeasurements> inatt = new EnumMap<>(BiclaPairName.class);
    for (BiclaPairName pair : BiclaPairName.values()) {
      bicla.put(pair, rows.bicla(new BiclaTrainer.Training(BiclaVariant.BICLA, pair, pairs)));
      inatt.put(pair, rows.own(new BiclaTrainer.Training(BiclaVariant.INATT, pair, pairs), ""));
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
    return new BiclaTables(setup, untrained, bicla, inatt, byPairs, ensembles)
        .toResult(settings, models);
  }

  private static float[][] cosines(Encoder encoder, MateTestSet test) {
    return WordBaselines.cosines(
        encoder.encode(test.pairs().stream().map(SentencePair::source).toList(), Role.QUERY),
        encoder.encode(test.pairs().stream().map(SentencePair::target).toList(), Role.QUERY));
  }

  /** Trains, measures and reports the rows. */
  private record Rows(
      BiclaSetup setup,
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
                  .write(setup.attentionFile());
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
            setup.runner().discardModel(name);
            return figures;
          });
    }

    private SystemMeasurements row(
        String key, String label, Supplier<SystemMeasurements> measuring) {
      return setup.runner().row(label, "row-" + key.replaceAll("[^A-Za-z0-9-]", "_"), measuring);
    }

    private TrainedSystem open(Path model) {
      return TrainedSystem.open(model, setup.options().threads());
    }
  }

  private static SequencedMap<String, String> settings(BiclaSetup setup) {
    PaperOptions options = setup.options();
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    setup.runner().describeRun(settings);
    options
        .find(WORD_ENCODER)
        .ifPresentOrElse(
            encoder -> settings.put("word vectors", "those of the encoder " + identity(encoder)),
            () -> {
              settings.put("word vectors", options.find(VECTORS).orElse("trained here"));
              settings.put("dictionaries", options.find(DICTIONARIES).orElse("aligned here"));
            });
    settings.put("centred", Boolean.toString(options.has(CENTRED)));
    settings.put("variant", reading(options).key());
    settings.put(
        "encoders",
        encoders(options).stream().map(BiclaPaper::identity).collect(Collectors.joining(", ")));
    settings.putAll(setup.sizes().description());
    settings.put("overrides", options.overrides().toString());
    return settings;
  }

  private static String identity(String encoder) {
    try (ModelFolder model = ModelFolder.open(encoder)) {
      return GivenEncoder.label(encoder, model) + " " + model.fingerprint();
    }
  }
}
