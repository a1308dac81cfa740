// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.papers.ExperimentScale;

/**
 * Sizes of training and evaluation.
 *
 * @param dimension dimension of the word vectors that are trained here
 * @param vectorLines maximum number of lines of each language on which word vectors are trained
 * @param vectorWords number of words, over all epochs, on which they are trained at least
 * @param dictionaryLines maximum number of pairs that are aligned for each dictionary
 * @param hiddenSize size of the LSTM's state in each direction
 * @param pairs maximum number of training pairs of two languages
 * @param training how the models are trained
 * @param testPairs maximum number of sentences of each test set
 * @param curve numbers of training pairs, for the curve of MAP over them
 */
record BiclaSizes(
    int dimension,
    int vectorLines,
    long vectorWords,
    int dictionaryLines,
    int hiddenSize,
    int pairs,
    TrainingSettings training,
    int testPairs,
    List<Integer> curve) {
  private static final int ALL = Integer.MAX_VALUE;
  private static final int PAPER_DIMENSION = 300;
  private static final int PAPER_HIDDEN_SIZE = 100;
  private static final long VECTOR_WORDS = 20_000_000;
  private static final int VALIDATIONS = 10;

  /** The number of training pairs of DE-EN in the paper. */
  private static final int PAPER_PAIRS = 1_584_202;

  /**
   * How models are trained.
   *
   * @param aggregation how the embedding of a sentence is computed; the paper sums
   * @param sharedNegatives whether the negatives of a pair are all other pairs of its batch; if
   *     not, they are the two random and the two nearest sentences of the paper
   * @param batch pairs of a batch; 10 in the paper
   * @param learningRate learning rate of Adam; 1e-4 in the paper
   * @param schedule change of the learning rate; constant in the paper
   * @param maxWords maximum number of words of a training sentence; the paper states none
   * @param steps steps of each training
   * @param patience validations without improvement after which a training ends; 0: it never ends
   */
  record TrainingSettings(
      Aggregation aggregation,
      boolean sharedNegatives,
      int batch,
      double learningRate,
      LearningRateSchedule.Kind schedule,
      int maxWords,
      long steps,
      int patience) {
    /** Settings of the paper, which trains for many epochs. */
    static TrainingSettings ofPaper() {
      return new TrainingSettings(
          Aggregation.SUM, false, 10, 1e-4, LearningRateSchedule.Kind.CONSTANT, 40, PAPER_PAIRS, 5);
    }

    /**
     * Settings for a training of minutes: sums of long sentences saturate the score, and a step
     * with shared negatives compares twelve times as many sentences with fewer to encode.
     */
    static TrainingSettings ofShortTraining(int batch, int maxWords, long steps) {
      return new TrainingSettings(
          Aggregation.MEAN,
          true,
          batch,
          1.5e-2,
          LearningRateSchedule.Kind.LINEAR,
          maxWords,
          steps,
          0);
    }
  }

  BiclaSizes {
    curve = List.copyOf(curve);
  }

  static BiclaSizes of(ExperimentScale scale) {
    return switch (scale) {
      case SMOKE ->
          new BiclaSizes(
              20,
              400,
              20_000,
              200,
              8,
              200,
              TrainingSettings.ofShortTraining(10, 40, 30),
              20,
              List.of(50));
      case SMALL ->
          new BiclaSizes(
              PAPER_DIMENSION,
              ALL,
              VECTOR_WORDS,
              100_000,
              PAPER_HIDDEN_SIZE,
              200_000,
              TrainingSettings.ofShortTraining(64, 25, 4_000),
              ALL,
              List.of(4_000, 20_000));
      // At most ten epochs of as many pairs as DE-EN has in the paper.
      case FULL ->
          new BiclaSizes(
              PAPER_DIMENSION,
              ALL,
              VECTOR_WORDS,
              ALL,
              PAPER_HIDDEN_SIZE,
              PAPER_PAIRS,
              TrainingSettings.ofPaper(),
              ALL,
              List.of(2_000, 8_000, 32_000, 128_000));
    };
  }

  /** Returns the sizes for tables and finished rows. */
  SequencedMap<String, String> description() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("lines of each language to train word vectors on", atMost(vectorLines));
    settings.put("words, over all epochs, to train word vectors on", "at least " + vectorWords);
    settings.put("dimension of word vectors trained here", Integer.toString(dimension));
    settings.put("pairs aligned for each dictionary", atMost(dictionaryLines));
    settings.put("training pairs of two languages", atMost(pairs));
    settings.put("sentences of each test set", atMost(testPairs));
    settings.put("training pairs of the curve", curve.toString());
    return settings;
  }

  private static String atMost(int size) {
    return size == ALL ? "all" : "at most " + size;
  }

  /** Returns the values of the recipe's variables. */
  Map<String, String> variables() {
    int own = training.sharedNegatives() ? 0 : 2;
    Map<String, String> values = new HashMap<>();
    values.put("hidden-size", Integer.toString(hiddenSize));
    values.put("aggregation", training.aggregation().name().toLowerCase(Locale.ROOT));
    values.put("random", Integer.toString(own));
    values.put("nearest", Integer.toString(own));
    values.put("shared", Boolean.toString(training.sharedNegatives()));
    values.put("rate", Double.toString(training.learningRate()));
    values.put("schedule", training.schedule().name().toLowerCase(Locale.ROOT));
    values.put("batch", Integer.toString(training.batch()));
    values.put("max-words", Integer.toString(training.maxWords()));
    values.put("steps", Long.toString(training.steps()));
    values.put("patience", Integer.toString(training.patience()));
    values.put(
        "validate-every",
        Long.toString(Math.min(2_000, Math.max(1, training.steps() / VALIDATIONS))));
    values.put("log-every", Long.toString(Math.max(1, Math.min(500, training.steps() / 50))));
    return values;
  }
}
