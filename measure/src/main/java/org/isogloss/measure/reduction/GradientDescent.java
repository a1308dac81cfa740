// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import java.util.Arrays;

/**
 * Gradient descent with momentum and with a gain for each coordinate, which increases while the
 * gradient keeps its sign (Jacobs 1988), with the constants of van der Maaten and Hinton (2008),
 * section 3.4, and the minimum gain and learning rate of scikit-learn. As there, momentum and gains
 * start again when early exaggeration ends.
 */
final class GradientDescent {
  /** Iterations in which {@code P} is exaggerated, and momentum is low. */
  static final int EARLY_ITERATIONS = 250;

  private static final double EARLY_EXAGGERATION = 12;
  private static final double EARLY_MOMENTUM = 0.5;
  private static final double MOMENTUM = 0.8;
  private static final double MIN_GAIN = 0.01;
  private static final double MIN_LEARNING_RATE = 50;

  private final KlDivergence divergence;
  private final double learningRate;
  private final Coordinate x;
  private final Coordinate y;

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
    boolean early = iteration < EARLY_ITERATIONS;
    if (iteration == EARLY_ITERATIONS) {
      x.restart();
      y.restart();
    }
    divergence.gradient(x.values, y.values, early ? EARLY_EXAGGERATION : 1, x.gradient, y.gradient);
    double momentum = early ? EARLY_MOMENTUM : MOMENTUM;
    x.step(momentum, learningRate);
    y.step(momentum, learningRate);
  }
}
