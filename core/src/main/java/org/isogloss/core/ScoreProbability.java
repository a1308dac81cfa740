// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.isogloss.core.util.LogOdds;

/**
 * Converts scores of texts to the log-odds that a text answers the query. Without an {@code
 * alternative}, texts are independent of each other:
 *
 * <pre>{@code
 * log-odds(i) = slope s(i) + intercept - sizeWeight ln N
 * }</pre>
 *
 * where {@code s(i)} is the score of text {@code i} and {@code N} the number of passages in the
 * index. Without the last term this is the function of Platt ("Probabilistic outputs for support
 * vector machines", 1999, equation 1). The term accounts for the fact that among more passages, a
 * wrong one has a high score more often.
 *
 * <p>With an alternative, texts compete: the more texts have about the same score, the less
 * probable it is that one of them is the answer.
 *
 * <pre>{@code
 * log-odds(i) = slope s(i) - ln(exp(slope alternative) + sum over j != i of exp(slope s(j)))
 *               + intercept - sizeWeight ln N
 * }</pre>
 *
 * This is the logit model of the choice of one among several (McFadden, "Conditional logit analysis
 * of qualitative choice behavior", 1974), with the choice of none of them. A text with a higher
 * score is never less probable.
 *
 * <p>A scorer whose scores are probabilities is converted by their log-odds ({@link
 * #additiveScore}).
 *
 * @param slope above 0: a text with a higher score is more probable
 * @param intercept log-odds of the only passage of an index if its score is 0, or that of the
 *     alternative
 * @param sizeWeight log-odds that a text loses if the index becomes e times as large, 0 or more
 * @param alternative the score with which "no text answers the query" competes; empty if texts do
 *     not compete
 */
public record ScoreProbability(
    double slope, double intercept, double sizeWeight, OptionalDouble alternative) {
  /**
   * The size weight of a conversion that was estimated on one index. Estimates on 5,327, 1,103 and
   * 339 passages of one collection differ by 0.57 and 0.84 for each factor of e ({@code
   * docs/results/probabilities.md}).
   */
  public static final double DEFAULT_SIZE_WEIGHT = 0.6;

  public ScoreProbability {
    if (!(slope > 0) || Double.isInfinite(slope)) {
      throw new IllegalArgumentException("slope is " + slope + ", expected a number above 0");
    }
    if (!Double.isFinite(intercept)) {
      throw new IllegalArgumentException("intercept is " + intercept + ", expected a number");
    }
    if (!(sizeWeight >= 0) || Double.isInfinite(sizeWeight)) {
      throw new IllegalArgumentException(
          "size_weight is " + sizeWeight + ", expected a number of 0 or more");
    }
    requireNonNull(alternative, "alternative is null");
    if (alternative.isPresent() && !Double.isFinite(alternative.getAsDouble())) {
      throw new IllegalArgumentException(
          "alternative is " + alternative.getAsDouble() + ", expected a number");
    }
  }

  /** Creates a conversion in which texts do not compete. */
  public ScoreProbability(double slope, double intercept, double sizeWeight) {
    this(slope, intercept, sizeWeight, OptionalDouble.empty());
  }

  /**
   * Returns the probability of a text without competitors.
   *
   * @param score its {@link #additiveScore}
   * @param passages number of passages in the index, 1 or more
   * @return a probability between 0 and 1
   */
  public double of(double score, long passages) {
    return LogOdds.toProbability(logOdds(score, new double[0], passages));
  }

  /**
   * Returns the log-odds of texts that compete with each other.
   *
   * @param scores their {@linkplain #additiveScore additive scores}
   * @param passages number of passages in the index, 1 or more
   * @return {@code double[scores.length]}
   */
  public double[] logOdds(double[] scores, long passages) {
    double[] logOdds = new double[scores.length];
    double[] others = new double[Math.max(0, scores.length - 1)];
    for (int i = 0; i < scores.length; i++) {
      System.arraycopy(scores, 0, others, 0, i);
      System.arraycopy(scores, i + 1, others, i, scores.length - i - 1);
      logOdds[i] = logOdds(scores[i], others, passages);
    }
    return logOdds;
  }

  /**
   * Returns the log-odds of a text that competes with others.
   *
   * @param score its {@link #additiveScore}
   * @param others the scores of its competitors
   * @param passages number of passages in the index, 1 or more
   */
  public double logOdds(double score, double[] others, long passages) {
    double alone = slope * score + intercept - sizeWeight * Math.log((double) passages);
    if (alternative.isEmpty()) {
      return alone;
    }
    double none = alternative.getAsDouble();
    double max = Math.max(none, Arrays.stream(others).max().orElse(none));
    double sum = Math.exp(slope * (none - max));
    for (double other : others) {
      sum += Math.exp(slope * (other - max));
    }
    return alone - slope * max - Math.log(sum);
  }

  /**
   * Returns a score on an additive scale: the log-odds if the scorer returns probabilities,
   * otherwise the score itself.
   */
  public static double additiveScore(PairScorer scorer, double score) {
    return scorer.producesProbabilities() ? LogOdds.of(score) : score;
  }
}
