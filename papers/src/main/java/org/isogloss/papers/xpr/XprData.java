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
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.data.LanguagePair;
import org.isogloss.data.training.JudgedExamples;
import org.isogloss.papers.experiment.ExperimentSizes;
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

  /** Numbers of random choices, each with a seed of its own. */
  private static final int SENTENCES = 0;

  private static final int SENTENCE_QUESTIONS = 1;
  private static final int RELEVANCE = 2;
  private static final int STRATEGY = 3;
  private static final int VALIDATION = 4;
  private static final int TEST = 5;
  private static final int MIX = 6;
  private static final int SENTENCE_TEST = 7;

  private final XprSession session;
  private final ExperimentSizes sizes;
  private final ExperimentSizes sourceSizes;
  private final RelevanceSource relevance;
  private final MixedLanguageTestSet inDomain;
  private final List<MixedLanguageTestSet> outOfDomain = new ArrayList<>();
  private Optional<List<BilingualPair>> training = Optional.empty();

  /**
   * Reads the tests.
   *
   * @param insurance whether the source of relevance is InsuranceQA, as in the paper, or headings
   *     of a documentation and the text below them
   * @throws org.isogloss.core.IsoglossException if data is missing or malformed
   */
  XprData(XprSession session, boolean insurance) {
    this.session = session;
    this.sizes = session.sizes();
    this.sourceSizes =
        session.options().has("sources")
            ? ExperimentSizes.of(XprPaper.class, "source-sizes.yaml", session.options())
            : ExperimentSizes.of(XprPaper.class, "source-sizes.yaml", session.options().scale());
    Path folder = session.options().data();
    LanguagePair languages = session.languages();
    this.relevance =
        insurance
            ? new InsuranceQaRelevance(folder.resolve("insuranceqa"), languages)
            : new DocumentationRelevance(folder.resolve("help"), languages);
    this.inDomain =
        mixedTestSet(
            relevance.test(
                sizes.count("in-domain-questions"),
                sizes.count("in-domain-candidates"),
                random(TEST)));
    Path benchmarks = folder.resolve("benchmarks");
    addOutOfDomain(ReadingComprehensionReader.xquad(xquad(folder), languages));
    Stream.of(benchmarks.resolve("mlqa"), folder.resolve("xtreme/mlqa/MLQA_V1/dev"))
        .filter(Files::isDirectory)
        .findFirst()
        .ifPresent(mlqa -> addOutOfDomain(ReadingComprehensionReader.mlqa(mlqa, languages)));
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
            questions.limitedTo(
                sizes.count("out-of-domain-questions"), sizes.count("out-of-domain-candidates"))));
  }

  private MixedLanguageTestSet mixedTestSet(BilingualQuestionSet questions) {
    return MixedLanguageTestSet.mix(questions, random(MIX));
  }

  private Random random(int stream) {
    return session.runner().random(stream);
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

  /** Returns all tests, the in-domain test first. */
  List<MixedLanguageTestSet> tests() {
    return Stream.concat(Stream.of(inDomain), outOfDomain.stream()).toList();
  }

  /** Returns the sizes of the comparison of sources of relevance. */
  ExperimentSizes sourceSizes() {
    return sourceSizes;
  }

  /** Returns sentence pairs for extended pre-training. */
  ExampleFiles pretrainingExamples() {
    return pretrainingExamples(sizes.count("pretraining-pairs"));
  }

  private ExampleFiles pretrainingExamples(int pairs) {
    return writeExamples(
        "xpi",
        "xpi",
        () -> {
          HeldOutSentences split = sentenceSplit();
          Random random = random(SENTENCES);
          return SentencePairMixer.mix(
              ParaphrasePairSampler.sample(split.training(), pairs, session.encoder(), random),
              random);
        },
        () ->
            sentenceSplit()
                .questions(
                    sizes.count("asked"), sizes.count("ranked"), random(SENTENCE_QUESTIONS)));
  }

  /** Returns pairs of held-out sentences, made as those of extended pre-training are. */
  List<MixedLanguagePair> pretrainingTest() {
    Random random = random(SENTENCE_TEST);
    return SentencePairMixer.mix(
        ParaphrasePairSampler.sample(
            sentenceSplit().heldOut(), sizes.count("pretraining-test"), session.encoder(), random),
        random);
  }

  private HeldOutSentences sentenceSplit() {
    return HeldOutSentences.split(
        BilingualSentenceReader.read(
            session.options().data().resolve("bitext"), session.languages()));
  }

  /** Returns the training data of a stage of a strategy; all are made of the same pairs. */
  ExampleFiles relevance(TrainingStrategy strategy, int stage) {
    return writeExamples(
        strategy.key() + "-" + (stage + 1),
        "relevance",
        () -> strategy.stages(trainingPairs(), random(STRATEGY)).get(stage),
        this::validation);
  }

  /** Returns pairs of one source of relevance, mixed as in mixed training. */
  ExampleFiles relevance(SourceVariant row) {
    return row.queryConstruction()
        .map(asking -> relevance(row, asking))
        .orElseGet(() -> pretrainingExamples(sourceSizes.count("pretraining-pairs")));
  }

  private ExampleFiles relevance(SourceVariant row, QueryConstruction asking) {
    Path help = session.options().data().resolve("help");
    LanguagePair languages = session.languages();
    return writeExamples(
        row.key(),
        "relevance",
        () ->
            TrainingStrategy.MIXED
                .stages(
                    new DocumentationRelevance(
                            help, languages, asking, negativeSearch(row.encoderNegatives()))
                        .training(sourceSizes.count("pairs"), random(RELEVANCE)),
                    random(STRATEGY))
                .getFirst(),
        this::validation);
  }

  private Function<List<String>, HardNegativeSearch> negativeSearch(boolean byEncoder) {
    return byEncoder
        ? texts -> new DenseNegativeSearch(texts, session.encoder())
        : texts -> new Bm25NegativeSearch(texts, session.languages().source());
  }

  private BilingualQuestionSet validation() {
    return relevance.validation(sizes.count("asked"), sizes.count("ranked"), random(VALIDATION));
  }

  /** Returns the first questions of XQuAD, on which sources of relevance are compared. */
  MixedLanguageTestSet sourceTest() {
    return mixedTestSet(
        ReadingComprehensionReader.xquad(xquad(session.options().data()), session.languages())
            .limitedTo(sourceSizes.count("questions"), sourceSizes.count("candidates")));
  }

  /** Returns the M pairs of relevance, in both languages. */
  List<BilingualPair> trainingPairs() {
    if (training.isEmpty()) {
      training = Optional.of(relevance.training(sizes.count("relevance-pairs"), random(RELEVANCE)));
    }
    return training.get();
  }

  private ExampleFiles writeExamples(
      String name,
      String validatedBy,
      Supplier<List<MixedLanguagePair>> pairs,
      Supplier<BilingualQuestionSet> questions) {
    Path examples = session.runner().dataFile(name + ".jsonl");
    Path validation = session.runner().dataFile(validatedBy + "-validation.jsonl");
    if (!Files.exists(validation)) {
      JudgedExamples.write(validation, mixedTestSet(questions.get()).toJudgedExamples());
    }
    if (!Files.exists(examples)) {
      JudgedExamples.write(examples, pairs.get().stream().map(MixedLanguagePair::toJudgedExample));
    }
    return new ExampleFiles(examples, validation, JudgedExamples.count(examples));
  }
}
