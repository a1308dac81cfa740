// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.papers.ExperimentScale;

/**
 * Sizes of training and evaluation.
 *
 * @param layers maximum number of layers of the base; 0 for all
 * @param maxLength maximum number of tokens of a text, or of a pair that is read together
 * @param pairs pairs in a batch
 * @param negatives negative words of a pair
 * @param steps steps of each training
 * @param learningRate learning rate at the first step
 * @param scale factor of the cosines in both contrastive losses
 * @param tatoebaQueries maximum number of query sentences of each language
 * @param ntrexQueries the same for NTREX
 * @param xquadRQuestions maximum number of questions of XQuAD-R in each language; all sentences are
 *     candidates
 * @param miningLines maximum number of lines of NTREX in each language, with the hidden pairs
 */
record HictlSizes(
    int layers,
    int maxLength,
    int pairs,
    int negatives,
    long steps,
    double learningRate,
    int scale,
    int tatoebaQueries,
    int ntrexQueries,
    int xquadRQuestions,
    int miningLines) {
  /** The paper's batch size, number of negatives, learning rate and scale of cosines. */
  private static final int PAIRS = 32;

  private static final int NEGATIVES = 512;
  private static final double LEARNING_RATE = 2.5e-5;
  private static final int SCALE = 1;
  private static final int VALIDATIONS = 10;

  /** No limit. */
  static final int ALL = Integer.MAX_VALUE;

  static HictlSizes of(ExperimentScale scale) {
    return switch (scale) {
      case SMOKE -> new HictlSizes(2, 32, 8, 64, 4, LEARNING_RATE, SCALE, 10, 20, 5, 40);
      // Fewer steps than FULL, with a higher learning rate and a temperature of .05.
      case SMALL -> new HictlSizes(6, 64, PAIRS, NEGATIVES, 2000, 1e-4, 20, ALL, 300, 200, ALL);
      // The paper does not state the number of steps.
      case FULL ->
          new HictlSizes(
              0, 128, PAIRS, NEGATIVES, 20_000, LEARNING_RATE, SCALE, ALL, ALL, ALL, ALL);
    };
  }

  /** Returns the sizes for tables and finished rows. */
  SequencedMap<String, String> description() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("layers kept at most", layers == 0 ? "all" : Integer.toString(layers));
    settings.put("Tatoeba sentences a language", atMost(tatoebaQueries));
    settings.put("NTREX sentences a language", atMost(ntrexQueries));
    settings.put("XQuAD-R questions a language", atMost(xquadRQuestions));
    settings.put("NTREX lines mined in a language", atMost(miningLines));
    return settings;
  }

  private static String atMost(int size) {
    return size == ALL ? "all" : "at most " + size;
  }

  /** Returns the values of the recipe's variables. */
  Map<String, String> variables() {
    return Map.of(
        "layers", Integer.toString(layers),
        "length", Integer.toString(maxLength),
        "pairs", Integer.toString(pairs),
        "negatives", Integer.toString(negatives),
        "steps", Long.toString(steps),
        "learning-rate", Double.toString(learningRate),
        "scale", Integer.toString(scale),
        "validate-every", Long.toString(steps < VALIDATIONS ? steps : steps / VALIDATIONS),
        "log-every", Long.toString(Math.max(1, steps / 50)));
  }
}
