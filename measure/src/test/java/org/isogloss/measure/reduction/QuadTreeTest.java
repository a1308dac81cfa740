// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class QuadTreeTest {
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  private record Repulsion(double[] x, double[] y, double[] weights) {}

  private static Repulsion byTree(double[] x, double[] y, double theta) {
    QuadTree tree = new QuadTree(x.length);
    tree.build(x, y);
    Repulsion result =
        new Repulsion(new double[x.length], new double[x.length], new double[x.length]);
    for (int place = 0; place < x.length; place++) {
      tree.repulsion(place, theta * theta, result.x, result.y, result.weights);
    }
    return result;
  }

  private static Repulsion byPairs(double[] x, double[] y) {
    Repulsion result =
        new Repulsion(new double[x.length], new double[x.length], new double[x.length]);
    for (int i = 0; i < x.length; i++) {
      for (int j = 0; j < x.length; j++) {
        double dx = x[i] - x[j];
        double dy = y[i] - y[j];
        double weight = i == j ? 0 : 1 / (1 + dx * dx + dy * dy);
        result.x[i] += weight * weight * dx;
        result.y[i] += weight * weight * dy;
        result.weights[i] += weight;
      }
    }
    return result;
  }

  @Test
  void isExactWithoutApproximation() {
    for (int size : new int[] {1, 2, 8, 9, 10, 100, 1500}) {
      for (double deviation : new double[] {1e-6, 1, 50}) {
        double[] x = RandomVectors.coordinates(size, deviation, random);
        double[] y = RandomVectors.coordinates(size, deviation, random);
        Repulsion expected = byPairs(x, y);
        Repulsion found = byTree(x, y, 0);
        String context = "seed %d, %d points".formatted(seed, size);
        assertThat(found.x).as(context).containsExactly(expected.x, within(1e-9));
        assertThat(found.y).as(context).containsExactly(expected.y, within(1e-9));
        assertThat(found.weights).as(context).containsExactly(expected.weights, within(1e-8));
      }
    }
  }

  @Test
  void approximatesDistantCells() {
    double[] x = RandomVectors.coordinates(3000, 20, random);
    double[] y = RandomVectors.coordinates(3000, 20, random);
    Repulsion expected = byPairs(x, y);
    double last = 0;
    for (double theta : new double[] {0.2, 0.5, 0.7}) {
      Repulsion found = byTree(x, y, theta);
      double error = relativeError(found.x, expected.x) + relativeError(found.y, expected.y);
      assertThat(error)
          .as("seed %d, theta %s", seed, theta)
          .isGreaterThan(last)
          .isLessThan(0.3 * theta * theta);
      assertThat(relativeError(found.weights, expected.weights)).isLessThan(0.04 * theta);
      last = error;
    }
  }

  private static double relativeError(double[] found, double[] expected) {
    double difference = 0;
    double norm = 0;
    for (int i = 0; i < found.length; i++) {
      difference += Math.pow(found[i] - expected[i], 2);
      norm += Math.pow(expected[i], 2);
    }
    return Math.sqrt(difference / norm);
  }

  @Test
  void acceptsPointsInOnePlace() {
    double[] x = new double[50];
    double[] y = new double[50];
    x[49] = 1;
    Repulsion expected = byPairs(x, y);
    Repulsion found = byTree(x, y, 0.5);
    assertThat(found.x).containsExactly(expected.x, within(1e-12));
    assertThat(found.weights).containsExactly(expected.weights, within(1e-12));
    double[] zeros = new double[30];
    assertThat(byTree(zeros, zeros, 0.5).weights).containsOnly(29);
  }
}
