// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.training.JudgedExamples;
import org.isogloss.papers.PaperOptionException;
import org.isogloss.papers.clirbert.supervision.ClirBitext;
import org.isogloss.papers.clirbert.supervision.ClirSentence;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;
import org.isogloss.papers.clirbert.supervision.WeakSupervision;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.runtime.rerank.PriorCorrection;
import org.isogloss.text.segmentation.EnglishNounPhraseExtractor;

/** Training data and classification test. */
final class ClirData {
  /** Two negative examples for each positive one (section 3). */
  static final int TRAINING_NEGATIVES = 2;

  /** As many negative examples as positive ones (section 3). */
  static final int TEST_NEGATIVES = 1;

  /** Numbers of random choices, each with a seed of its own. */
  private static final int SPLIT = 0;

  private static final int WORDS = 1;
  private static final int PHRASES = 2;
  private static final int TEST = 3;
  private static final int DOCUMENTS = 4;
  private static final int QUERIES = 5;

  private final ClirSetup setup;
  private final ExperimentSizes sizes;
  private final ClirBitext bitext;
  private final WeakSupervision words;

  ClirData(ClirSetup setup) {
    this.setup = setup;
    this.sizes = setup.sizes();
    this.bitext =
        ClirBitext.read(
            setup.runner().options().data(),
            setup.documentLanguage(),
            sizes.count("bitext"),
            sizes.count("held-out"),
            random(SPLIT));
    this.words =
        WeakSupervision.ofWords(
            Stream.concat(bitext.training().stream(), bitext.test().stream()).toList());
    hasFrequentNegatives();
  }

  private Random random(int stream) {
    return setup.runner().random(stream);
  }

  /** Returns whether training samples negatives in proportion to their frequency. */
  private boolean hasFrequentNegatives() {
    String negatives = setup.runner().options().text("negatives");
    return switch (negatives) {
      case "vocabulary" -> false;
      case "frequency" -> true;
      default ->
          throw new PaperOptionException(
              "negatives", "is " + Excerpt.quote(negatives) + ", expected vocabulary or frequency");
    };
  }

  /** Returns the sentences. */
  ClirBitext bitext() {
    return bitext;
  }

  private List<ClirSentence> sentences() {
    return bitext.training().stream()
        .filter(sentence -> sentence.foreign().length() <= sizes.count("sentence-length"))
        .toList();
  }

  private WeakSupervision phraseSupervision() {
    return WeakSupervision.ofPhrases(bitext.training());
  }

  /** Returns training examples of single words. */
  List<OccurrenceExample> words() {
    return training(words, WORDS);
  }

  /** Returns how often each word is a positive example of {@link #words}. */
  Map<String, Integer> trainingFrequencies() {
    return words().stream()
        .filter(OccurrenceExample::occurs)
        .collect(Collectors.toMap(OccurrenceExample::query, one -> 1, Integer::sum));
  }

  /** Returns training examples of noun phrases, at most as many as of words. */
  List<OccurrenceExample> phrases() {
    return training(phraseSupervision(), PHRASES);
  }

  private List<OccurrenceExample> training(WeakSupervision weak, int stream) {
    WeakSupervision supervision =
        hasFrequentNegatives() ? weak.withNegativesByFrequency(sentences()) : weak;
    return supervision.sample(
        sentences(),
        sizes.count("thinning"),
        sizes.count("positives"),
        TRAINING_NEGATIVES,
        random(stream));
  }

  /** Returns the correction of probabilities of words learned from {@link #words}. */
  PriorCorrection wordCorrection() {
    return words.priorCorrection(sentences(), sizes.count("thinning"), TRAINING_NEGATIVES);
  }

  /** Returns the correction of probabilities of noun phrases learned from {@link #phrases}. */
  PriorCorrection phraseCorrection() {
    return phraseSupervision()
        .priorCorrection(sentences(), sizes.count("thinning"), TRAINING_NEGATIVES);
  }

  /** Returns examples of single words with held-out sentences. */
  List<OccurrenceExample> testExamples() {
    return words.sample(
        bitext.test(), 0, sizes.count("test-positives"), TEST_NEGATIVES, random(TEST));
  }

  /** Returns the correction of probabilities of words learned from {@link #testExamples}. */
  PriorCorrection testCorrection() {
    return words.priorCorrection(bitext.test(), 0, TEST_NEGATIVES);
  }

  /** Returns documents and queries. */
  ClirCollection collection() {
    return ClirCollection.read(
        setup.runner().options().data(),
        setup.documentLanguage(),
        sizes,
        random(DOCUMENTS),
        random(QUERIES));
  }

  /** Returns a short sentence of the test with a noun phrase of its translation. */
  Optional<OccurrenceExample> attentionExample() {
    return bitext.test().stream()
        .filter(sentence -> sentence.words().size() <= 12)
        .flatMap(
            sentence ->
                EnglishNounPhraseExtractor.extract(sentence.english()).stream()
                    .map(phrase -> new OccurrenceExample(phrase, sentence.foreign(), true)))
        .findFirst();
  }

  /** Returns the sizes, for the notes of tables. */
  String description() {
    return bitext.training().size()
        + " pairs to train on, "
        + bitext.test().size()
        + " held out; "
        + words.vocabulary().size()
        + " English words";
  }

  /** Writes {@link #words} to a file that a recipe reads. */
  Path trainingWordFile() {
    Path file = setup.runner().dataFile("words.jsonl");
    if (!Files.exists(file)) {
      JudgedExamples.write(file, words().stream().map(OccurrenceExample::toJudgedExample));
    }
    return file;
  }
}
