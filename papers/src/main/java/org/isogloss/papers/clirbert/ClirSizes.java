// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.util.LinkedHashMap;
import java.util.SequencedMap;
import org.isogloss.papers.ExperimentScale;

/**
 * Sizes of training and evaluation.
 *
 * @param layers maximum number of layers of the base; 0 for all
 * @param maxLength maximum number of tokens of a query and a sentence, which training truncates
 * @param rounds rounds of every trained system through its examples
 * @param batch examples in a step, of every trained system
 * @param learningRate initial learning rate
 * @param bitext maximum number of sentence pairs for training
 * @param maxSentenceLength maximum number of characters of a foreign training sentence
 * @param thinningThreshold queries with more occurrences are subsampled; 0 for none; see {@link
 *     org.isogloss.papers.clirbert.supervision.WeakSupervision#sample}
 * @param positives maximum number of positive training examples, each with two negative ones
 * @param heldOut maximum number of sentence pairs of the classification test
 * @param testPositives maximum number of positive test examples, each with a negative one
 * @param documents maximum number of documents
 * @param sentences maximum number of sentences of a document; longer ones are excluded
 * @param queries maximum number of queries of one word, and of phrases
 */
record ClirSizes(
    int layers,
    int maxLength,
    int rounds,
    int batch,
    double learningRate,
    int bitext,
    int maxSentenceLength,
    int thinningThreshold,
    int positives,
    int heldOut,
    int testPositives,
    int documents,
    int sentences,
    int queries) {
  private static final int ALL = Integer.MAX_VALUE;

  static ClirSizes of(ExperimentScale scale) {
    return switch (scale) {
      case SMOKE -> new ClirSizes(2, 48, 1, 8, 1e-5, 200, ALL, 0, 16, 20, 20, 16, 40, 4);
      // A short training needs a higher rate than the paper's 54 million examples.
      case SMALL ->
          new ClirSizes(6, 64, 1, 32, 1e-4, ALL, 200, 20, 60_000, 3_000, 2_500, 180, 30, 30);
      case FULL -> new ClirSizes(0, 128, 1, 32, 1e-5, ALL, ALL, 0, ALL, 20_000, ALL, ALL, ALL, 150);
    };
  }

  /** Returns the sizes with another number of positive training examples. */
  ClirSizes withPositives(int positives) {
    return new ClirSizes(
        layers,
        maxLength,
        rounds,
        batch,
        learningRate,
        bitext,
        maxSentenceLength,
        thinningThreshold,
        positives,
        heldOut,
        testPositives,
        documents,
        sentences,
        queries);
  }

  /** Returns the steps for a number of examples. */
  long steps(int examples) {
    return Math.ceilDiv((long) rounds * examples, batch);
  }

  /** Returns the sizes for tables and finished rows. */
  SequencedMap<String, String> description() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("layers kept at most", layers == 0 ? "all" : Integer.toString(layers));
    settings.put("tokens of a pair", atMost(maxLength));
    settings.put("rounds", Integer.toString(rounds));
    settings.put("examples in a step", Integer.toString(batch));
    settings.put("learning rate of BERT", Double.toString(learningRate));
    settings.put("pairs of sentences to train on", atMost(bitext));
    settings.put("characters of a sentence to train on", atMost(maxSentenceLength));
    settings.put(
        "queries thinned out",
        thinningThreshold == 0 ? "none" : "that occur more than " + thinningThreshold + " times");
    settings.put("positive examples of training", atMost(positives));
    settings.put("pairs of sentences for the classification test", atMost(heldOut));
    settings.put("positive examples of the classification test", atMost(testPositives));
    settings.put("documents", atMost(documents));
    settings.put("sentences of a document", atMost(sentences));
    settings.put("queries of one word, and phrases", atMost(queries));
    return settings;
  }

  private static String atMost(int size) {
    return size == ALL ? "all" : "at most " + size;
  }
}
