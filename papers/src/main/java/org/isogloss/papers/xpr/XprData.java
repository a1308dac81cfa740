package org.isogloss.papers.xpr;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.LanguagePair;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.papers.JudgedFile;
import org.isogloss.papers.WorkFolder;

/** All that is trained and tested on, made of what lies in the data folder. */
final class XprData {
  private static final List<Language> BIPAR = List.of(Language.of("en"), Language.of("zh"));

  /**
   * Files that a recipe reads.
   *
   * @param samples how many lines there are to train on
   */
  record Examples(Path training, Path validation, int samples) {}

  /** What is left to chance, each by a seed of its own. */
  private enum Chance {
    SENTENCES(0),
    SENTENCE_QUESTIONS(1),
    RELEVANCE(2),
    STRATEGY(3),
    VALIDATION(4),
    TEST(5),
    MIX(6);

    private final int number;

    Chance(int number) {
      this.number = number;
    }
  }

  private final XprOptions options;
  private final XprSizes sizes;
  private final WorkFolder work;
  private final Encoder encoder;
  private final Relevance relevance;
  private final MixedTest inDomain;
  private final List<MixedTest> elsewhere = new ArrayList<>();
  private Optional<List<TwinPair>> training = Optional.empty();

  /**
   * Reads the tests.
   *
   * @param encoder tells which sentences are similar; stays open
   * @throws org.isogloss.core.IsoglossException if data is missing or malformed
   */
  XprData(XprOptions options, XprSizes sizes, Encoder encoder) {
    this.options = options;
    this.sizes = sizes;
    this.work = new WorkFolder(options.common());
    this.encoder = encoder;
    Path folder = options.common().data();
    LanguagePair languages = options.languages();
    this.relevance =
        switch (options.source()) {
          case HELP -> new HelpRelevance(folder.resolve("help"), languages);
          case INSURANCEQA -> new InsuranceRelevance(folder.resolve("insuranceqa"), languages);
        };
    this.inDomain =
        mixed(relevance.test(sizes.questions(), sizes.candidates(), random(Chance.TEST)));
    Path benchmarks = folder.resolve("benchmarks");
    add(ReadingQuestions.xquad(xquad(folder), languages));
    if (Files.isDirectory(benchmarks.resolve("mlqa"))) {
      add(ReadingQuestions.mlqa(benchmarks.resolve("mlqa"), languages));
    }
    if (Files.isDirectory(benchmarks.resolve("bipar"))
        && BIPAR.containsAll(List.of(languages.source(), languages.target()))) {
      add(ReadingQuestions.bipar(benchmarks.resolve("bipar"), languages));
    }
  }

  /** With the benchmarks, or beside the data's own folder, where the repository's samples are. */
  private static Path xquad(Path folder) {
    Path usual = folder.resolve("benchmarks").resolve("xquad");
    Path beside = folder.toAbsolutePath().resolveSibling("xquad");
    return Files.isDirectory(usual) || !Files.isDirectory(beside) ? usual : beside;
  }

  private void add(TwinQuestions twins) {
    elsewhere.add(mixed(twins.first(sizes.elsewhere(), sizes.passages())));
  }

  private MixedTest mixed(TwinQuestions twins) {
    return MixedTest.of(twins, random(Chance.MIX));
  }

  private Random random(Chance chance) {
    return new Random(PairSampler.mixSeeds(options.common().seed(), chance.number));
  }

  /** The test in the domain of training. */
  MixedTest inDomain() {
    return inDomain;
  }

  /** The tests outside of it, XQuAD first. */
  List<MixedTest> elsewhere() {
    return List.copyOf(elsewhere);
  }

  /** Pairs of sentences for extended pre-training. */
  Examples sentences() {
    return files(
        "xpi",
        "xpi",
        () -> {
          SentenceQuestions split = sentenceSplit();
          Random random = random(Chance.SENTENCES);
          return MixedSentences.of(
              ParaphrasePairs.of(split.training(), sizes.sentences(), encoder, random), random);
        },
        () ->
            sentenceSplit()
                .questions(sizes.asked(), sizes.ranked(), random(Chance.SENTENCE_QUESTIONS)));
  }

  private SentenceQuestions sentenceSplit() {
    return SentenceQuestions.split(
        BitextTwins.read(options.common().data().resolve("bitext"), options.languages()));
  }

  /** What a stage of a strategy trains on; all are made of the same pairs. */
  Examples relevance(Strategy strategy, int stage) {
    return files(
        strategy.key() + "-" + (stage + 1),
        "relevance",
        () -> strategy.stages(trainingPairs(), random(Chance.STRATEGY)).get(stage),
        this::validation);
  }

  /** Pairs of one source of relevance, mixed as in mixed training. */
  Examples relevance(SourceRow row) {
    return row.asking().map(asking -> relevance(row, asking)).orElseGet(this::sentences);
  }

  private Examples relevance(SourceRow row, Asking asking) {
    Path help = options.common().data().resolve("help");
    LanguagePair languages = options.languages();
    return files(
        row.key(),
        "relevance",
        () ->
            Strategy.MIXED
                .stages(
                    new HelpRelevance(help, languages, asking, search(row.encoderNegatives()))
                        .training(sizes.sourcePairs(), random(Chance.RELEVANCE)),
                    random(Chance.STRATEGY))
                .getFirst(),
        this::validation);
  }

  private Function<List<String>, TextSearch> search(boolean byEncoder) {
    return byEncoder
        ? texts -> new VectorSearch(texts, encoder)
        : texts -> new WordSearch(texts, options.languages().source());
  }

  private TwinQuestions validation() {
    return relevance.validation(sizes.asked(), sizes.ranked(), random(Chance.VALIDATION));
  }

  /** The first questions of XQuAD that sources of relevance are compared by. */
  MixedTest sourceTest() {
    return mixed(
        ReadingQuestions.xquad(xquad(options.common().data()), options.languages())
            .first(sizes.sourceQuestions(), sizes.passages()));
  }

  /** The pairs of relevance, M of them, in both languages. */
  List<TwinPair> trainingPairs() {
    if (training.isEmpty()) {
      training = Optional.of(relevance.training(sizes.pairs(), random(Chance.RELEVANCE)));
    }
    return training.get();
  }

  private Examples files(
      String name,
      String validatedBy,
      Supplier<List<MixedPair>> pairs,
      Supplier<TwinQuestions> questions) {
    Path examples = work.data(name + ".jsonl");
    Path validation = work.data(validatedBy + "-validation.jsonl");
    if (!Files.exists(validation)) {
      JudgedFile.write(validation, mixed(questions.get()).examples());
    }
    if (!Files.exists(examples)) {
      JudgedFile.write(examples, pairs.get().stream().map(MixedPair::example));
    }
    // One byte for each character: the lines are only counted here.
    try (Stream<String> lines = Files.lines(examples, StandardCharsets.ISO_8859_1)) {
      return new Examples(examples, validation, Math.toIntExact(lines.count()));
    } catch (IOException e) {
      throw FileErrors.cannotRead(examples, e);
    }
  }
}
