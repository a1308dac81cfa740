// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import org.isogloss.core.Encoder;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.training.JudgedExamples;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.xpr.mixture.BilingualPair;
import org.isogloss.papers.xpr.mixture.BilingualQuestionSet;
import org.isogloss.papers.xpr.mixture.MixedLanguagePair;
import org.isogloss.papers.xpr.mixture.MixedLanguageTestSet;
import org.isogloss.papers.xpr.mixture.SentencePairMixer;
import org.isogloss.papers.xpr.mixture.TrainingStrategy;
import org.isogloss.papers.xpr.paraphrase.BilingualSentenceReader;
import org.isogloss.papers.xpr.paraphrase.HeldOutSentences;
import org.isogloss.papers.xpr.paraphrase.ParaphrasePairSampler;
import org.isogloss.papers.xpr.relevance.Bm25NegativeSearch;
import org.isogloss.papers.xpr.relevance.DenseNegativeSearch;
import org.isogloss.papers.xpr.relevance.DocumentationRelevance;
import org.isogloss.papers.xpr.relevance.HardNegativeSearch;
import org.isogloss.papers.xpr.relevance.InsuranceQaRelevance;
import org.isogloss.papers.xpr.relevance.QueryConstruction;
import org.isogloss.papers.xpr.relevance.ReadingComprehensionReader;
import org.isogloss.papers.xpr.relevance.RelevanceSource;

/** Training and test data, created from the data folder. */
final class XprData {
  private static final List<Language> BIPAR = List.of(Language.of("en"), Language.of("zh"));

  /**
   * Files that a recipe reads.
   *
   * @param samples number of training lines
   */
  record ExampleFiles(Path training, Path validation, int samples) {}

  /** Random choices, each with a seed of its own. */
  private enum RandomStream {
    SENTENCES(0),
    SENTENCE_QUESTIONS(1),
    RELEVANCE(2),
    STRATEGY(3),
    VALIDATION(4),
    TEST(5),
    MIX(6);

    private final int number;

    RandomStream(int number) {
      this.number = number;
    }
  }

  private final XprOptions options;
  private final XprSizes sizes;
  private final ExperimentFolder work;
  private final Encoder encoder;
  private final RelevanceSource relevance;
  private final MixedLanguageTestSet inDomain;
  private final List<MixedLanguageTestSet> outOfDomain = new ArrayList<>();
  private Optional<List<BilingualPair>> training = Optional.empty();

  /**
   * Reads the tests.
   *
   * @param encoder finds similar sentences; not closed
   * @throws org.isogloss.core.IsoglossException if data is missing or malformed
   */
  XprData(XprOptions options, XprSizes sizes, Encoder encoder) {
    this.options = options;
    this.sizes = sizes;
    this.work = new ExperimentFolder(options.common());
    this.encoder = encoder;
    Path folder = options.common().data();
    LanguagePair languages = options.languages();
    this.relevance =
        switch (options.source()) {
          case HELP -> new DocumentationRelevance(folder.resolve("help"), languages);
          case INSURANCEQA -> new InsuranceQaRelevance(folder.resolve("insuranceqa"), languages);
        };
    this.inDomain =
        mixedTestSet(
            relevance.test(
                sizes.inDomainQuestions(), sizes.inDomainCandidates(), random(RandomStream.TEST)));
    Path benchmarks = folder.resolve("benchmarks");
    addOutOfDomain(ReadingComprehensionReader.xquad(xquad(folder), languages));
    if (Files.isDirectory(benchmarks.resolve("mlqa"))) {
      addOutOfDomain(ReadingComprehensionReader.mlqa(benchmarks.resolve("mlqa"), languages));
    }
    if (Files.isDirectory(benchmarks.resolve("bipar"))
        && BIPAR.containsAll(List.of(languages.source(), languages.target()))) {
      addOutOfDomain(ReadingComprehensionReader.bipar(benchmarks.resolve("bipar"), languages));
    }
  }

  /**
   * Returns XQuAD's folder, in the benchmarks or next to the data folder, as in the repository's
   * samples.
   */
  private static Path xquad(Path folder) {
    Path defaultFolder = folder.resolve("benchmarks").resolve("xquad");
    Path sibling = folder.toAbsolutePath().resolveSibling("xquad");
    return Files.isDirectory(defaultFolder) || !Files.isDirectory(sibling)
        ? defaultFolder
        : sibling;
  }

  private void addOutOfDomain(BilingualQuestionSet questions) {
    outOfDomain.add(
        mixedTestSet(
            questions.limitedTo(sizes.outOfDomainQuestions(), sizes.outOfDomainCandidates())));
  }

  private MixedLanguageTestSet mixedTestSet(BilingualQuestionSet questions) {
    return MixedLanguageTestSet.mix(questions, random(RandomStream.MIX));
  }

  private Random random(RandomStream stream) {
    return new Random(PairSampler.mixSeeds(options.common().seed(), stream.number));
  }

  /** Returns the source of relevance. */
  RelevanceSource relevance() {
    return relevance;
  }

  /** Returns the in-domain test. */
  MixedLanguageTestSet inDomain() {
    return inDomain;
  }

  /** Returns the out-of-domain tests, XQuAD first. */
  List<MixedLanguageTestSet> outOfDomain() {
    return List.copyOf(outOfDomain);
  }

  /** Returns sentence pairs for extended pre-training. */
  ExampleFiles pretrainingExamples() {
    return writeExamples(
        "xpi",
        "xpi",
        () -> {
          HeldOutSentences split = sentenceSplit();
          Random random = random(RandomStream.SENTENCES);
          return SentencePairMixer.mix(
              ParaphrasePairSampler.sample(
                  split.training(), sizes.pretrainingPairs(), encoder, random),
              random);
        },
        () ->
            sentenceSplit()
                .questions(
                    sizes.validationQueries(),
                    sizes.validationCandidates(),
                    random(RandomStream.SENTENCE_QUESTIONS)));
  }

  private HeldOutSentences sentenceSplit() {
    return HeldOutSentences.split(
        BilingualSentenceReader.read(
            options.common().data().resolve("bitext"), options.languages()));
  }

  /** Returns the training data of a stage of a strategy; all are made of the same pairs. */
  ExampleFiles relevance(TrainingStrategy strategy, int stage) {
    return writeExamples(
        strategy.key() + "-" + (stage + 1),
        "relevance",
        () -> strategy.stages(trainingPairs(), random(RandomStream.STRATEGY)).get(stage),
        this::validation);
  }

  /** Returns pairs of one source of relevance, mixed as in mixed training. */
  ExampleFiles relevance(SourceVariant row) {
    return row.queryConstruction()
        .map(asking -> relevance(row, asking))
        .orElseGet(this::pretrainingExamples);
  }

  private ExampleFiles relevance(SourceVariant row, QueryConstruction asking) {
    Path help = options.common().data().resolve("help");
    LanguagePair languages = options.languages();
    return writeExamples(
        row.key(),
        "relevance",
        () ->
            TrainingStrategy.MIXED
                .stages(
                    new DocumentationRelevance(
                            help, languages, asking, negativeSearch(row.encoderNegatives()))
                        .training(sizes.sourcePairs(), random(RandomStream.RELEVANCE)),
                    random(RandomStream.STRATEGY))
                .getFirst(),
        this::validation);
  }

  private Function<List<String>, HardNegativeSearch> negativeSearch(boolean byEncoder) {
    return byEncoder
        ? texts -> new DenseNegativeSearch(texts, encoder)
        : texts -> new Bm25NegativeSearch(texts, options.languages().source());
  }

  private BilingualQuestionSet validation() {
    return relevance.validation(
        sizes.validationQueries(), sizes.validationCandidates(), random(RandomStream.VALIDATION));
  }

  /** Returns the first questions of XQuAD, on which sources of relevance are compared. */
  MixedLanguageTestSet sourceTest() {
    return mixedTestSet(
        ReadingComprehensionReader.xquad(xquad(options.common().data()), options.languages())
            .limitedTo(sizes.sourceQuestions(), sizes.sourceCandidates()));
  }

  /** Returns the M pairs of relevance, in both languages. */
  List<BilingualPair> trainingPairs() {
    if (training.isEmpty()) {
      training =
          Optional.of(relevance.training(sizes.relevancePairs(), random(RandomStream.RELEVANCE)));
    }
    return training.get();
  }

  private ExampleFiles writeExamples(
      String name,
      String validatedBy,
      Supplier<List<MixedLanguagePair>> pairs,
      Supplier<BilingualQuestionSet> questions) {
    Path examples = work.dataFile(name + ".jsonl");
    Path validation = work.dataFile(validatedBy + "-validation.jsonl");
    if (!Files.exists(validation)) {
      JudgedExamples.write(validation, mixedTestSet(questions.get()).toJudgedExamples());
    }
    if (!Files.exists(examples)) {
      JudgedExamples.write(examples, pairs.get().stream().map(MixedLanguagePair::toJudgedExample));
    }
    return new ExampleFiles(examples, validation, JudgedExamples.count(examples));
  }
}
