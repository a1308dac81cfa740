// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.isogloss.data.training.JudgedExamples;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.papers.clirbert.supervision.ClirBitext;
import org.isogloss.papers.clirbert.supervision.ClirSentence;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;
import org.isogloss.papers.clirbert.supervision.WeakSupervision;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.runtime.rerank.PriorCorrection;

/** Training data and classification test. */
final class ClirData {
  /** Two negative examples for each positive one (section 3). */
  static final int TRAINING_NEGATIVES = 2;

  /** As many negative examples as positive ones (section 3). */
  static final int TEST_NEGATIVES = 1;

  /** Random choices, each with a seed of its own. */
  enum RandomStream {
    SPLIT(0),
    WORDS(1),
    PHRASES(2),
    TEST(3),
    DOCUMENTS(4),
    QUERIES(5);

    private final int number;

    RandomStream(int number) {
      this.number = number;
    }

    Random newRandom(long seed) {
      return new Random(PairSampler.mixSeeds(seed, number));
    }
  }

  private final ClirOptions options;
  private final ClirSizes sizes;
  private final ExperimentFolder work;
  private final ClirBitext bitext;
  private final WeakSupervision words;

  ClirData(ClirOptions options, ClirSizes sizes) {
    this.options = options;
    this.sizes = sizes;
    this.work = new ExperimentFolder(options.common());
    this.bitext =
        ClirBitext.read(
            options.common().data(),
            options.documentLanguage(),
            sizes.bitext(),
            sizes.heldOut(),
            random(RandomStream.SPLIT));
    this.words =
        WeakSupervision.ofWords(
            Stream.concat(bitext.training().stream(), bitext.test().stream()).toList());
  }

  private Random random(RandomStream stream) {
    return stream.newRandom(options.common().seed());
  }

  /** Returns the sentences. */
  ClirBitext bitext() {
    return bitext;
  }

  private List<ClirSentence> sentences() {
    return bitext.training().stream()
        .filter(sentence -> sentence.foreign().length() <= sizes.maxSentenceLength())
        .toList();
  }

  private WeakSupervision phraseSupervision() {
    return WeakSupervision.ofPhrases(bitext.training());
  }

  /** Returns training examples of single words. */
  List<OccurrenceExample> words() {
    return training(words, RandomStream.WORDS);
  }

  /** Returns how often each word is a positive example of {@link #words}. */
  Map<String, Integer> trainingFrequencies() {
    return words().stream()
        .filter(OccurrenceExample::occurs)
        .collect(Collectors.toMap(OccurrenceExample::query, one -> 1, Integer::sum));
  }

  /** Returns training examples of noun phrases, at most as many as of words. */
  List<OccurrenceExample> phrases() {
    return training(phraseSupervision(), RandomStream.PHRASES);
  }

  private List<OccurrenceExample> training(WeakSupervision weak, RandomStream stream) {
    return weak.sample(
        sentences(),
        sizes.thinningThreshold(),
        sizes.positives(),
        TRAINING_NEGATIVES,
        random(stream));
  }

  /** Returns the correction of probabilities of words learned from {@link #words}. */
  PriorCorrection wordCorrection() {
    return words.priorCorrection(sentences(), sizes.thinningThreshold(), TRAINING_NEGATIVES);
  }

  /** Returns the correction of probabilities of noun phrases learned from {@link #phrases}. */
  PriorCorrection phraseCorrection() {
    return phraseSupervision()
        .priorCorrection(sentences(), sizes.thinningThreshold(), TRAINING_NEGATIVES);
  }

  /** Returns examples of single words with held-out sentences. */
  List<OccurrenceExample> testExamples() {
    return words.sample(
        bitext.test(), 0, sizes.testPositives(), TEST_NEGATIVES, random(RandomStream.TEST));
  }

  /** Returns the correction of probabilities of words learned from {@link #testExamples}. */
  PriorCorrection testCorrection() {
    return words.priorCorrection(bitext.test(), 0, TEST_NEGATIVES);
  }

  /** Returns documents and queries. */
  ClirCollection collection() {
    return ClirCollection.read(
        options.common().data(),
        options.documentLanguage(),
        sizes,
        random(RandomStream.DOCUMENTS),
        random(RandomStream.QUERIES));
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
    Path file = work.dataFile("words.jsonl");
    if (!Files.exists(file)) {
      JudgedExamples.write(file, words().stream().map(OccurrenceExample::toJudgedExample));
    }
    return file;
  }
}
