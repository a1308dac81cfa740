// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.probability;

import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.util.LogOdds;

/**
 * Estimates the logistic function from scores to probabilities by maximum likelihood (Platt,
 * "Probabilistic outputs for support vector machines", 1999), with Newton's method as in Lin, Lin
 * and Weng, "A note on Platt's probabilistic outputs" (Machine Learning, 2007). The targets are
 * Platt's: {@code (n+ + 1) / (n+ + 2)} for relevant hits and {@code 1 / (n- + 2)} for others, so
 * that the estimate is finite also if a score separates both.
 */
public final class PlattScaling {
  /** Minimum number of relevant and of other hits. */
  public static final int MIN_EACH = 5;

  private static final int MAX_ITERATIONS = 100;
  private static final double MIN_STEP = 1e-10;

  /** Keeps the Hessian invertible. */
  private static final double RIDGE = 1e-12;

  /** Fraction of the expected decrease that a step must reach. */
  private static final double SUFFICIENT_DECREASE = 1e-4;

  private final double[] scores;
  private final double[] targets;

  /** Mean and standard deviation of the scores, which are standardised. */
  private final double mean;

  private final double deviation;

  private PlattScaling(List<ScoredJudgement> hits, long relevant) {
    double high = (relevant + 1.0) / (relevant + 2.0);
    double low = 1.0 / (hits.size() - relevant + 2.0);
    mean = hits.stream().mapToDouble(ScoredJudgement::score).average().orElseThrow();
    double squares =
        hits.stream().mapToDouble(hit -> Math.pow(hit.score() - mean, 2)).average().orElseThrow();
    deviation = Math.sqrt(squares);
    scores = hits.stream().mapToDouble(hit -> (hit.score() - mean) / deviation).toArray();
    targets = hits.stream().mapToDouble(hit -> hit.relevant() ? high : low).toArray();
  }

  /**
   * Estimates the function.
   *
   * @param hits scores with judgements
   * @param passages number of passages in the index in which they were found, 1 or more
   * @throws IsoglossException if fewer than {@value #MIN_EACH} hits are relevant, or not relevant,
   *     all scores are equal, or relevant hits do not have higher scores
   */
  public static ScoreProbability fit(List<ScoredJudgement> hits, long passages) {
    long relevant = hits.stream().filter(ScoredJudgement::relevant).count();
    if (relevant < MIN_EACH || hits.size() - relevant < MIN_EACH) {
      throw new IsoglossException(
          "probabilities cannot be estimated: of "
              + hits.size()
              + " hits, "
              + relevant
              + " are relevant and "
              + (hits.size() - relevant)
              + " are not, expected at least "
              + MIN_EACH
              + " of each; judge more queries, also some without an answer");
    }
    if (hits.stream().mapToDouble(ScoredJudgement::score).distinct().count() == 1) {
      throw new IsoglossException(
          "probabilities cannot be estimated: all hits have the score " + hits.getFirst().score());
    }
    return new PlattScaling(hits, relevant).minimize(passages);
  }

  private ScoreProbability minimize(long passages) {
    double slope = 0;
    double intercept = LogOdds.of(average(targets));
    double loss = loss(slope, intercept);
    for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      double slopeGradient = 0;
      double interceptGradient = 0;
      double slopeCurvature = RIDGE;
      double mixedCurvature = 0;
      double interceptCurvature = RIDGE;
      for (int i = 0; i < scores.length; i++) {
        double probability = 1 / (1 + Math.exp(-(slope * scores[i] + intercept)));
        double error = probability - targets[i];
        double weight = probability * (1 - probability);
        slopeGradient += scores[i] * error;
        interceptGradient += error;
        slopeCurvature += scores[i] * scores[i] * weight;
        mixedCurvature += scores[i] * weight;
        interceptCurvature += weight;
      }
      double determinant = slopeCurvature * interceptCurvature - mixedCurvature * mixedCurvature;
      double slopeStep =
          -(interceptCurvature * slopeGradient - mixedCurvature * interceptGradient) / determinant;
      double interceptStep =
          -(slopeCurvature * interceptGradient - mixedCurvature * slopeGradient) / determinant;
      double decrease = slopeGradient * slopeStep + interceptGradient * interceptStep;
      double size = 1;
      double next = loss(slope + slopeStep, intercept + interceptStep);
      while (next > loss + SUFFICIENT_DECREASE * size * decrease && size > MIN_STEP) {
        size /= 2;
        next = loss(slope + size * slopeStep, intercept + size * interceptStep);
      }
      slope += size * slopeStep;
      intercept += size * interceptStep;
      boolean converged = loss - next <= MIN_STEP * scores.length;
      loss = next;
      if (converged) {
        break;
      }
    }
    if (!(slope > 0)) {
      throw new IsoglossException(
          "probabilities cannot be estimated: relevant hits do not have higher scores than others");
    }
    return ScoreProbability.ofIndex(
        slope / deviation, intercept - slope * mean / deviation, passages);
  }

  /** The cross-entropy of targets and probabilities, summed over the hits. */
  private double loss(double slope, double intercept) {
    double sum = 0;
    for (int i = 0; i < scores.length; i++) {
      double logOdds = slope * scores[i] + intercept;
      // log(1 + exp(x)) without overflow
      double softplus = Math.max(logOdds, 0) + Math.log1p(Math.exp(-Math.abs(logOdds)));
      sum += softplus - targets[i] * logOdds;
    }
    return sum;
  }

  private static double average(double[] values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    return sum / values.length;
  }
}
