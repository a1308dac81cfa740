// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

/**
 * Computes the probability that a document is relevant from the probabilities that each query word
 * occurs in the translation of each of its sentences (CLIR-BERT, Jiang et al. 2020, equation 1): a
 * document is relevant if at least one sentence contains all words,
 *
 * <pre>P(d relevant | Q) = 1 - product over s in d of (1 - product over w in Q of p(w | s))</pre>
 *
 * computed in log space, so that neither many words nor many sentences cause underflow.
 */
public final class NoisyOr {
  /** The smallest probability with full single precision. */
  private static final double MIN_PROBABILITY = Float.MIN_NORMAL;

  /** The largest number below 1 in single precision: no probability is taken as certain. */
  private static final double MAX_PROBABILITY = Math.nextDown(1f);

  /**
   * If the sum of {@code -log(1 - p)} over sentences is below this threshold, the document
   * probability is computed as the sum of the sentence probabilities.
   */
  private static final double LINEAR_THRESHOLD = 1e-8;

  private NoisyOr() {}

  /**
   * Returns the logarithm of the product over words of {@code p(w | s)}.
   *
   * @param wordProbabilities {@code p(w | s)} of each word, 0 to 1
   */
  public static double logSentenceProbability(double... wordProbabilities) {
    double sum = 0;
    for (double p : wordProbabilities) {
      sum += Math.log(Math.clamp(p, MIN_PROBABILITY, MAX_PROBABILITY));
    }
    return sum;
  }

  /**
   * Returns the log-odds of a document: {@code log P - log(1 - P)}. They rank documents like P, and
   * still distinguish probabilities that are 1 in double precision.
   *
   * @param logSentenceProbabilities the result of {@link #logSentenceProbability} for each
   *     sentence, below 0
   * @return the log-odds; negative infinity if there is no sentence
   */
  public static double documentLogOdds(double... logSentenceProbabilities) {
    double absent = 0;
    double max = Double.NEGATIVE_INFINITY;
    for (double log : logSentenceProbabilities) {
      absent += Math.log1p(-Math.exp(log));
      max = Math.max(max, log);
    }
    if (max == Double.NEGATIVE_INFINITY) {
      return Double.NEGATIVE_INFINITY;
    }
    double present =
        -absent > LINEAR_THRESHOLD
            ? Math.log(-Math.expm1(absent))
            : logSumExp(logSentenceProbabilities, max);
    return present - absent;
  }

  /** Returns the logarithm of the sum of the exponentials. */
  private static double logSumExp(double[] logs, double max) {
    double sum = 0;
    for (double log : logs) {
      sum += Math.exp(log - max);
    }
    return max + Math.log(sum);
  }
}
