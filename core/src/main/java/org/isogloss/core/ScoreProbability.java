// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Locale;
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
 * <p>A query may be unlike any that the index could answer, because it is in no known language and
 * has words that no passage has. {@link #forQuery} lowers the log-odds of all texts of such a
 * query.
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
 * @param unfamiliarityWeight log-odds that texts lose for a unit of unfamiliarity of the query, 0
 *     or more
 */
public record ScoreProbability(
    double slope,
    double intercept,
    double sizeWeight,
    OptionalDouble alternative,
    double unfamiliarityWeight) {
  /**
   * The size weight of a conversion that was estimated on one index. Estimates on 5,327, 1,103 and
   * 339 passages of one collection differ by 0.57 and 0.84 for each factor of e ({@code
   * docs/results/probabilities.md}).
   */
  public static final double DEFAULT_SIZE_WEIGHT = 0.6;

  /**
   * The unfamiliarity weight of a conversion that was estimated without unfamiliar queries: that of
   * the estimate on the suite ({@code docs/results/probabilities.md}).
   */
  public static final double DEFAULT_UNFAMILIARITY_WEIGHT = 2.2;

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
    if (!(unfamiliarityWeight >= 0) || Double.isInfinite(unfamiliarityWeight)) {
      throw new IllegalArgumentException(
          "unfamiliarity_weight is " + unfamiliarityWeight + ", expected a number of 0 or more");
    }
  }

  /** Creates a conversion in which texts do not compete, for any query. */
  public ScoreProbability(double slope, double intercept, double sizeWeight) {
    this(slope, intercept, sizeWeight, OptionalDouble.empty());
  }

  /** Creates a conversion that does not depend on the unfamiliarity of the query. */
  public ScoreProbability(
      double slope, double intercept, double sizeWeight, OptionalDouble alternative) {
    this(slope, intercept, sizeWeight, alternative, /* unfamiliarityWeight= */ 0);
  }

  /**
   * Returns the conversion for a query.
   *
   * @param unfamiliarity 0 for a query in a known language, or whose words all are in the index
   */
  public ScoreProbability forQuery(double unfamiliarity) {
    return new ScoreProbability(
        slope,
        intercept - unfamiliarityWeight * unfamiliarity,
        sizeWeight,
        alternative,
        unfamiliarityWeight);
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

  /** Returns the parameters, rounded, for people. */
  public String summary() {
    StringBuilder summary = new StringBuilder();
    summary.append(String.format(Locale.ROOT, "slope %.3f", slope));
    alternative.ifPresent(
        score -> summary.append(String.format(Locale.ROOT, ", alternative %.3f", score)));
    summary.append(
        String.format(Locale.ROOT, ", intercept %.3f, size weight %.2f", intercept, sizeWeight));
    if (unfamiliarityWeight > 0) {
      summary.append(
          String.format(Locale.ROOT, ", unfamiliarity weight %.2f", unfamiliarityWeight));
    }
    return summary.toString();
  }

  /**
   * Returns a score on an additive scale: the log-odds if the scorer returns probabilities,
   * otherwise the score itself.
   */
  public static double additiveScore(PairScorer scorer, double score) {
    return scorer.producesProbabilities() ? LogOdds.of(score) : score;
  }
}
