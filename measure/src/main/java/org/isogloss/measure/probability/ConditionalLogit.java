// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.probability;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.util.LogOdds;
import org.isogloss.measure.stats.LinearSystem;

/**
 * Estimates a {@link ScoreProbability} with competing texts by maximum likelihood: McFadden's
 * conditional logit, with the choice of no text. Scoring (Newton's method with the expected
 * Hessian) with line search; the log-odds are not linear in the slope and the alternative.
 *
 * <p>The first text of a query counts once, each of the other judged ones {@value #LATER_WEIGHT}
 * times: they are seldom relevant. Each collection counts the same, whatever its size. The targets
 * are those of Platt ("Probabilistic outputs for support vector machines", 1999), {@code (n+ + 1) /
 * (n+ + 2)} and {@code 1 / (n- + 2)}, so that the estimate is finite also if the scores separate
 * relevant texts from others.
 */
public final class ConditionalLogit {
  /** Minimum number of queries whose first text is relevant, and of those whose first is not. */
  public static final int MIN_EACH = 5;

  private static final double LATER_WEIGHT = 0.3;
  private static final int MAX_ITERATIONS = 200;
  private static final double MIN_DECREASE = 1e-10;
  private static final double MIN_STEP = 1e-8;

  /** Keeps the Hessian invertible where a parameter makes no difference. */
  private static final double RIDGE = 1e-5;

  private static final int SLOPE = 0;
  private static final int ALTERNATIVE = 1;
  private static final int INTERCEPT = 2;
  private static final int SIZE = 3;
  private static final int UNFAMILIARITY = 4;

  /** The parameters, for standardised scores, before there is any evidence. */
  private static final double[] START = {
    1, 0, 0, ScoreProbability.DEFAULT_SIZE_WEIGHT, ScoreProbability.DEFAULT_UNFAMILIARITY_WEIGHT
  };

  private final List<List<JudgedTexts>> collections;
  private final boolean estimatesSize;
  private final double high;
  private final double low;

  /** Mean and standard deviation of the first scores, which are standardised. */
  private final double mean;

  private final double deviation;

  private ConditionalLogit(List<List<JudgedTexts>> collections, long relevant, long others) {
    this.collections = collections;
    this.estimatesSize =
        collections.stream()
                .flatMap(List::stream)
                .mapToLong(JudgedTexts::passages)
                .distinct()
                .count()
            > 1;
    this.high = (relevant + 1.0) / (relevant + 2.0);
    this.low = 1.0 / (others + 2.0);
    double[] first = firstScores(collections).toArray();
    this.mean = Arrays.stream(first).average().orElseThrow();
    this.deviation =
        Math.sqrt(Arrays.stream(first).map(s -> (s - mean) * (s - mean)).average().orElseThrow());
  }

  private static DoubleStream firstScores(List<List<JudgedTexts>> collections) {
    return collections.stream().flatMap(List::stream).mapToDouble(q -> q.scores().getFirst());
  }

  /**
   * Estimates the conversion on one collection, with the default weights of its size and of
   * unfamiliarity.
   */
  public static ScoreProbability fit(List<JudgedTexts> queries) {
    return fitAll(List.of(queries));
  }

  /**
   * Estimates the conversion on several collections. The weight of the number of passages is
   * estimated if it varies, otherwise it is {@link ScoreProbability#DEFAULT_SIZE_WEIGHT}. That of
   * the unfamiliarity of the query is estimated if there are several collections, otherwise it is
   * {@link ScoreProbability#DEFAULT_UNFAMILIARITY_WEIGHT}.
   *
   * @throws IsoglossException if the first text of fewer than {@value #MIN_EACH} queries is
   *     relevant, or not relevant, all first scores are equal, or relevant texts do not have higher
   *     scores
   */
  public static ScoreProbability fitAll(List<List<JudgedTexts>> collections) {
    List<List<JudgedTexts>> used = collections.stream().filter(each -> !each.isEmpty()).toList();
    long all = used.stream().mapToLong(List::size).sum();
    long relevant =
        used.stream().flatMap(List::stream).filter(query -> query.relevant().getFirst()).count();
    if (relevant < MIN_EACH || all - relevant < MIN_EACH) {
      throw new IsoglossException(
          "probabilities cannot be estimated: of "
              + all
              + " first hits, "
              + relevant
              + " are relevant and "
              + (all - relevant)
              + " are not, expected at least "
              + MIN_EACH
              + " of each; judge more queries, also some without an answer");
    }
    if (firstScores(used).distinct().count() == 1) {
      throw new IsoglossException(
          "probabilities cannot be estimated: all first hits have the score "
              + firstScores(used).findFirst().orElseThrow());
    }
    return new ConditionalLogit(used, relevant, all - relevant).minimize();
  }

  private ScoreProbability minimize() {
    double[] parameters = START.clone();
    Loss loss = loss(parameters);
    for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      double[] step = LinearSystem.solve(loss.hessian, loss.gradient);
      double size = 1;
      Loss next = loss(moved(parameters, step, size));
      while (!(next.value < loss.value) && size > MIN_STEP) {
        size /= 2;
        next = loss(moved(parameters, step, size));
      }
      double decrease = loss.value - next.value;
      if (!(decrease > MIN_DECREASE)) {
        break;
      }
      parameters = moved(parameters, step, size);
      loss = next;
    }
    if (!(parameters[SLOPE] > MIN_STEP)) {
      throw new IsoglossException(
          "probabilities cannot be estimated: relevant hits do not have higher scores than others");
    }
    // Of standardised scores, the slope cancels out of all differences of scores.
    return new ScoreProbability(
        parameters[SLOPE] / deviation,
        parameters[INTERCEPT],
        Math.max(0, parameters[SIZE]),
        OptionalDouble.of(mean + deviation * parameters[ALTERNATIVE]),
        Math.max(0, parameters[UNFAMILIARITY]));
  }

  private static double[] moved(double[] parameters, double[] step, double size) {
    double[] moved = parameters.clone();
    for (int i = 0; i < moved.length; i++) {
      moved[i] -= size * step[i];
    }
    return moved;
  }

  /** The mean cross-entropy of targets and probabilities, with its derivatives. */
  private static final class Loss {
    private double value;
    private final double[] gradient = new double[START.length];
    private final double[][] hessian = new double[START.length][START.length];

    /** Adds a text with a weight. */
    void add(double logOdds, double[] derivatives, double target, double weight) {
      double softplus = Math.max(logOdds, 0) + Math.log1p(Math.exp(-Math.abs(logOdds)));
      value += weight * (softplus - target * logOdds);
      double probability = LogOdds.toProbability(logOdds);
      for (int i = 0; i < gradient.length; i++) {
        gradient[i] += weight * (probability - target) * derivatives[i];
        for (int j = 0; j < gradient.length; j++) {
          hessian[i][j] +=
              weight * probability * (1 - probability) * derivatives[i] * derivatives[j];
        }
      }
    }
  }

  private Loss loss(double[] parameters) {
    Loss loss = new Loss();
    for (List<JudgedTexts> queries : collections) {
      for (JudgedTexts query : queries) {
        add(loss, query, parameters, 1.0 / (queries.size() * (double) collections.size()));
      }
    }
    for (int i = 0; i < parameters.length; i++) {
      double change = parameters[i] - START[i];
      loss.value += RIDGE / 2 * change * change;
      loss.gradient[i] += RIDGE * change;
      loss.hessian[i][i] += RIDGE;
    }
    return loss;
  }

  private void add(Loss loss, JudgedTexts query, double[] parameters, double weight) {
    double slope = parameters[SLOPE];
    double[] scores =
        query.scores().stream().mapToDouble(score -> (score - mean) / deviation).toArray();
    double alternative = parameters[ALTERNATIVE];
    double max = Math.max(alternative, Arrays.stream(scores).max().orElseThrow());
    double size = Math.log((double) query.passages());
    for (int k = 0; k < query.relevant().size(); k++) {
      double sum = Math.exp(slope * (alternative - max));
      double moment = alternative * sum;
      double none = sum;
      for (int j = 0; j < scores.length; j++) {
        if (j != k) {
          double part = Math.exp(slope * (scores[j] - max));
          sum += part;
          moment += scores[j] * part;
        }
      }
      sum = Math.max(sum, Double.MIN_NORMAL);
      double[] derivatives = {
        scores[k] - moment / sum,
        -slope * none / sum,
        1,
        estimatesSize ? -size : 0,
        collections.size() > 1 ? -query.unfamiliarity() : 0
      };
      double logOdds =
          slope * (scores[k] - max)
              - Math.log(sum)
              + parameters[INTERCEPT]
              - parameters[SIZE] * size
              - parameters[UNFAMILIARITY] * query.unfamiliarity();
      loss.add(
          logOdds,
          derivatives,
          query.relevant().get(k) ? high : low,
          k == 0 ? weight : LATER_WEIGHT * weight);
    }
  }
}
