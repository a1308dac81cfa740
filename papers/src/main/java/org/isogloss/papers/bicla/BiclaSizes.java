// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.modelio.bicla.BiclaArchitecture.Aggregation;
import org.isogloss.papers.ExperimentScale;

/**
 * Sizes of training and evaluation.
 *
 * @param dimension dimension of the word vectors that are trained here
 * @param vectorLines maximum number of lines of each language on which word vectors are trained
 * @param vectorWords number of words, over all epochs, on which they are trained at least
 * @param dictionaryLines maximum number of pairs that are aligned for each dictionary
 * @param hiddenSize size of the LSTM's state in each direction
 * @param aggregation how the embedding of a sentence is computed; the paper sums
 * @param learningRate learning rate of Adam; 1e-4 in the paper
 * @param batch pairs of a batch; 10 in the paper
 * @param maxWords maximum number of words of a training sentence; the paper states none
 * @param pairs maximum number of training pairs of two languages
 * @param steps steps of each training
 * @param patience validations without improvement after which a training ends
 * @param testPairs maximum number of sentences of each test set
 * @param curve numbers of training pairs, for the curve of MAP over them
 */
record BiclaSizes(
    int dimension,
    int vectorLines,
    long vectorWords,
    int dictionaryLines,
    int hiddenSize,
    Aggregation aggregation,
    double learningRate,
    int batch,
    int maxWords,
    int pairs,
    long steps,
    int patience,
    int testPairs,
    List<Integer> curve) {
  private static final int ALL = Integer.MAX_VALUE;
  private static final int PAPER_DIMENSION = 300;
  private static final int PAPER_HIDDEN_SIZE = 100;
  private static final long VECTOR_WORDS = 20_000_000;
  private static final int VALIDATIONS = 10;

  BiclaSizes {
    curve = List.copyOf(curve);
  }

  static BiclaSizes of(ExperimentScale scale) {
    return switch (scale) {
      case SMOKE ->
          new BiclaSizes(
              20, 400, 20_000, 200, 8, Aggregation.MEAN, 1e-3, 10, 40, 200, 30, 0, 20, List.of(50));
      // Sums of long sentences saturate the score. A short training needs a higher rate than the
      // paper's, and a step takes little longer with more pairs of shorter sentences.
      case SMALL ->
          new BiclaSizes(
              PAPER_DIMENSION,
              ALL,
              VECTOR_WORDS,
              100_000,
              PAPER_HIDDEN_SIZE,
              Aggregation.MEAN,
              2e-3,
              40,
              25,
              200_000,
              5_000,
              0,
              ALL,
              List.of(4_000, 20_000));
      // At most as many pairs as DE-EN has in the paper, ten epochs of them at most.
      case FULL ->
          new BiclaSizes(
              PAPER_DIMENSION,
              ALL,
              VECTOR_WORDS,
              ALL,
              PAPER_HIDDEN_SIZE,
              Aggregation.SUM,
              1e-4,
              10,
              40,
              1_584_202,
              1_584_202,
              5,
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
    return Map.of(
        "hidden-size", Integer.toString(hiddenSize),
        "aggregation", aggregation.name().toLowerCase(Locale.ROOT),
        "rate", Double.toString(learningRate),
        "batch", Integer.toString(batch),
        "max-words", Integer.toString(maxWords),
        "steps", Long.toString(steps),
        "patience", Integer.toString(patience),
        "validate-every", Long.toString(Math.min(2_000, Math.max(1, steps / VALIDATIONS))),
        "log-every", Long.toString(Math.max(1, Math.min(500, steps / 50))));
  }
}
