package org.isogloss.runtime.rerank;

/**
 * How likely a document is relevant, of how likely each word of the query occurs in the translation
 * of each of its sentences (CLIR-BERT, Jiang et al. 2020, equation 1): at least one sentence has
 * all words,
 *
 * <pre>P(d relevant | Q) = 1 - product over s in d of (1 - product over w in Q of p(w | s))</pre>
 *
 * computed in logarithms, where neither many words nor many sentences underflow.
 */
public final class NoisyOr {
  /** Below this a probability in single precision has lost digits. */
  private static final double MIN_PROBABILITY = Float.MIN_NORMAL;

  /** The greatest number below 1 in single precision: a model is never quite sure. */
  private static final double MAX_PROBABILITY = Math.nextDown(1f);

  /** Where so little is left of 1, the logarithm of what is taken away is its sum. */
  private static final double LINEAR_THRESHOLD = 1e-8;

  private NoisyOr() {}

  /**
   * The logarithm of the product over words of {@code p(w | s)}.
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
   * The log-odds of a document: {@code log P - log(1 - P)}. It ranks as P does, and still tells
   * apart what is 1 in double precision.
   *
   * @param logSentenceProbabilities of each what {@link #logSentenceProbability} gives, below 0
   * @return minus infinity where there is no sentence
   */
  public static double documentLogOdds(double... logSentenceProbabilities) {
    double absent = 0;
    double greatest = Double.NEGATIVE_INFINITY;
    for (double log : logSentenceProbabilities) {
      absent += Math.log1p(-Math.exp(log));
      greatest = Math.max(greatest, log);
    }
    if (greatest == Double.NEGATIVE_INFINITY) {
      return Double.NEGATIVE_INFINITY;
    }
    double present =
        -absent > LINEAR_THRESHOLD
            ? Math.log(-Math.expm1(absent))
            : logSumExp(logSentenceProbabilities, greatest);
    return present - absent;
  }

  /** The logarithm of the sum of what the logarithms are of. */
  private static double logSumExp(double[] logs, double greatest) {
    double sum = 0;
    for (double log : logs) {
      sum += Math.exp(log - greatest);
    }
    return greatest + Math.log(sum);
  }
}
