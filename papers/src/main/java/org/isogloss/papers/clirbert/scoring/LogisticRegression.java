// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.scoring;

import java.util.List;
import org.isogloss.measure.stats.LinearSystem;

/**
 * Logistic regression on two features: {@code log p / (1 - p) = bias + first x + second y}. The
 * parameters maximise the likelihood with a ridge so small that it only keeps them finite if the
 * features separate the examples; Newton's method, double precision.
 *
 * @param bias log-odds if both features are 0
 * @param firstWeight weight of the first feature
 * @param secondWeight weight of the second feature
 */
public record LogisticRegression(double bias, double firstWeight, double secondWeight) {
  private static final double RIDGE = 1e-2;
  private static final int MAX_ITERATIONS = 100;
  private static final double TOLERANCE = 1e-10;

  /**
   * An example.
   *
   * @param first first feature
   * @param second second feature
   * @param positive whether the example is positive
   */
  record Example(double first, double second, boolean positive) {}

  /** Returns the log-odds of an example. */
  double logOdds(double x, double y) {
    return bias + firstWeight * x + secondWeight * y;
  }

  /** Fits the parameters to examples. */
  static LogisticRegression fit(List<Example> examples) {
    LogisticRegression found = new LogisticRegression(0, 0, 0);
    double loss = found.loss(examples);
    for (int iteration = 0; iteration < MAX_ITERATIONS; iteration++) {
      double[] step = found.newtonStep(examples);
      double size = 1;
      LogisticRegression next = found.minus(step, size);
      while (next.loss(examples) > loss && size > TOLERANCE) {
        size /= 2;
        next = found.minus(step, size);
      }
      double before = loss;
      loss = next.loss(examples);
      found = next;
      if (before - loss <= TOLERANCE * (1 + loss)) {
        break;
      }
    }
    return found;
  }

  private LogisticRegression minus(double[] step, double size) {
    return new LogisticRegression(
        bias - size * step[0], firstWeight - size * step[1], secondWeight - size * step[2]);
  }

  private double loss(List<Example> examples) {
    double sum =
        RIDGE / 2 * (bias * bias + firstWeight * firstWeight + secondWeight * secondWeight);
    for (Example one : examples) {
      double z = logOdds(one.first(), one.second());
      // log(1 + exp(z)), where exp(z) may overflow.
      sum += Math.max(z, 0) + Math.log1p(Math.exp(-Math.abs(z))) - (one.positive() ? z : 0);
    }
    return sum;
  }

  /** Returns the inverse Hessian times the gradient. */
  private double[] newtonStep(List<Example> examples) {
    double[][] hessian = {{RIDGE, 0, 0}, {0, RIDGE, 0}, {0, 0, RIDGE}};
    double[] gradient = {RIDGE * bias, RIDGE * firstWeight, RIDGE * secondWeight};
    for (Example one : examples) {
      double p = 1 / (1 + Math.exp(-logOdds(one.first(), one.second())));
      double[] features = {1, one.first(), one.second()};
      for (int i = 0; i < features.length; i++) {
        for (int j = 0; j < features.length; j++) {
          hessian[i][j] += p * (1 - p) * features[i] * features[j];
        }
        gradient[i] += (p - (one.positive() ? 1 : 0)) * features[i];
      }
    }
    return LinearSystem.solve(hessian, gradient);
  }
}
