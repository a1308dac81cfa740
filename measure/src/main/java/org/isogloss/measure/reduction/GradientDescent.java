// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.Arrays;

/**
 * Gradient descent with momentum and with a gain for each coordinate, which increases while the
 * gradient keeps its sign (Jacobs 1988), with the constants of van der Maaten and Hinton (2008),
 * section 3.4, and the minimum gain and learning rate of scikit-learn. As there, momentum and gains
 * start again when early exaggeration ends.
 *
 * <p>Exaggerated attraction may be stronger than repulsion in every direction, if the vectors have
 * no clusters. The map then contracts to a point, and in the end to a line, from which it does not
 * recover. Early exaggeration therefore ends, at an iteration that is a multiple of 50, as soon as
 * the norm of the gradient is at most 1e-7, as in scikit-learn.
 */
final class GradientDescent {
  /** Maximum number of iterations in which {@code P} is exaggerated, and momentum is low. */
  static final int EARLY_ITERATIONS = 250;

  private static final double EARLY_EXAGGERATION = 12;
  private static final double EARLY_MOMENTUM = 0.5;
  private static final double MOMENTUM = 0.8;
  private static final double MIN_GAIN = 0.01;
  private static final double MIN_LEARNING_RATE = 50;
  private static final double MIN_GRADIENT_NORM = 1e-7;
  private static final int CHECK_INTERVAL = 50;

  private final KlDivergence divergence;
  private final double learningRate;
  private final Coordinate x;
  private final Coordinate y;
  private boolean early = true;

  /** The values of a coordinate of all points, with their gradients, last updates and gains. */
  private record Coordinate(double[] values, double[] gradient, double[] update, double[] gains) {
    Coordinate(double[] values) {
      this(values, new double[values.length], new double[values.length], new double[values.length]);
      restart();
    }

    void restart() {
      Arrays.fill(update, 0);
      Arrays.fill(gains, 1);
    }

    double gradientNorm() {
      return Math.sqrt(Arrays.stream(gradient).map(slope -> slope * slope).sum());
    }

    void step(double momentum, double learningRate) {
      for (int i = 0; i < values.length; i++) {
        double gain = update[i] * gradient[i] < 0 ? gains[i] + 0.2 : gains[i] * 0.8;
        gains[i] = Math.max(MIN_GAIN, gain);
        update[i] = momentum * update[i] - learningRate * gains[i] * gradient[i];
        values[i] += update[i];
      }
    }
  }

  /**
   * Creates a descent.
   *
   * @param x initial coordinates, which are changed
   * @param y initial coordinates, which are changed
   */
  GradientDescent(KlDivergence divergence, double[] x, double[] y) {
    this.divergence = divergence;
    this.learningRate = Math.max(x.length / EARLY_EXAGGERATION / 4, MIN_LEARNING_RATE);
    this.x = new Coordinate(x);
    this.y = new Coordinate(y);
  }

  /** Moves the points once; iterations count from 0. */
  void step(int iteration) {
    if (early && (iteration == EARLY_ITERATIONS || isCollapsed(iteration))) {
      early = false;
      x.restart();
      y.restart();
    }
    divergence.gradient(x.values, y.values, early ? EARLY_EXAGGERATION : 1, x.gradient, y.gradient);
    double momentum = early ? EARLY_MOMENTUM : MOMENTUM;
    x.step(momentum, learningRate);
    y.step(momentum, learningRate);
  }

  private boolean isCollapsed(int iteration) {
    return iteration > 0
        && iteration % CHECK_INTERVAL == 0
        && Math.hypot(x.gradientNorm(), y.gradientNorm()) <= MIN_GRADIENT_NORM;
  }
}
