// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import java.util.Arrays;

/**
 * Stochastic gradient steps of one thread: for an occurrence of a word, one step for each of its
 * contexts, by the loss with negative samples
 *
 * <pre>{@code
 * -log sigmoid(h . o[context]) - sum over negatives n of log sigmoid(-h . o[n])
 * }</pre>
 *
 * where h is the mean of the word's input rows. As in fastText, each input row receives the
 * gradient of h, without the factor 1 / (number of rows).
 *
 * <p>fastText gathers h before each pair and scatters its gradient afterwards. Here both happen
 * once for all contexts of an occurrence, which gives the same values except for rounding: if each
 * row receives g as often as it is among the word's rows, h changes by g times {@link
 * #feedback(int[], int, int)}.
 */
final class SkipGramUpdate {
  /** Below this product its logarithm is taken, before it underflows. */
  private static final double MIN_LIKELIHOOD = 1e-200;

  /** The smallest probability in the loss, as in fastText. */
  private static final float MIN_PROBABILITY = 1e-5f;

  private final SkipGramModel model;
  private final float[] hidden;
  private final float[] gradient;
  private final float[] sum;
  private final float[] scores;
  private int start;
  private int end;
  private float feedback;
  private double likelihood = 1;
  private double loss;
  private long pairs;

  SkipGramUpdate(SkipGramModel model, int negatives) {
    this.model = model;
    hidden = new float[model.dimension()];
    gradient = new float[model.dimension()];
    sum = new float[model.dimension()];
    scores = new float[negatives + 1];
  }

  /** Begins with an occurrence of a word. */
  void start(int word) {
    start = model.subwords().start(word);
    end = model.subwords().end(word);
    feedback = model.feedback(word);
    VectorKernels.mean(hidden, model.input(), model.subwords().rows(), start, end);
    Arrays.fill(sum, 0);
  }

  /**
   * Makes a step for a context of the word.
   *
   * @param targets the context, then the negative samples
   */
  void step(int[] targets, float learningRate) {
    float[][] output = model.output();
    VectorKernels.dots(scores, hidden, output, targets);
    Arrays.fill(gradient, 0);
    for (int i = 0; i < targets.length; i++) {
      float probability = SigmoidTable.sigmoid(scores[i]);
      float error = (i == 0 ? 1 : 0) - probability;
      addLoss(i == 0 ? probability : 1 - probability);
      VectorKernels.exchange(gradient, output[targets[i]], learningRate * error, hidden);
    }
    VectorKernels.addScaled(hidden, feedback, gradient);
    VectorKernels.add(sum, gradient);
    pairs++;
  }

  /** Logarithms are expensive, so that many probabilities share one. */
  private void addLoss(float probability) {
    likelihood *= Math.max(probability, MIN_PROBABILITY);
    if (likelihood < MIN_LIKELIHOOD) {
      loss -= Math.log(likelihood);
      likelihood = 1;
    }
  }

  /** Ends with the word: its rows receive the gradients of all contexts. */
  void finish() {
    int[] rows = model.subwords().rows();
    float[][] input = model.input();
    for (int i = start; i < end; i++) {
      VectorKernels.add(input[rows[i]], sum);
    }
  }

  /** Returns the summed loss of all pairs since the last call of {@link #resetLoss}. */
  double loss() {
    return loss - Math.log(likelihood);
  }

  /** Returns the number of pairs since the last call of {@link #resetLoss}. */
  long pairs() {
    return pairs;
  }

  void resetLoss() {
    loss = 0;
    likelihood = 1;
    pairs = 0;
  }

  /**
   * Returns by which multiple of a vector the mean of rows changes if the vector is added to each
   * of them: 1, or more if rows are repeated.
   */
  static float feedback(int[] rows, int from, int to) {
    int[] sorted = Arrays.copyOfRange(rows, from, to);
    Arrays.sort(sorted);
    long squares = 0;
    int run = 0;
    for (int i = 0; i < sorted.length; i++) {
      run = i > 0 && sorted[i] == sorted[i - 1] ? run + 1 : 1;
      squares += 2L * run - 1; // The difference of consecutive squares.
    }
    return (float) squares / sorted.length;
  }
}
