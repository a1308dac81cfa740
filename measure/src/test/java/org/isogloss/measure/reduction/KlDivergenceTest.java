// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.isogloss.core.concurrent.WorkerPool;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class KlDivergenceTest {
  private static final int SIZE = 300;

  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);
  private final WorkerPool pool = new WorkerPool("test", 3);
  private final SquaredDistances distances =
      new SquaredDistances(RandomVectors.clustered(SIZE, 9, 4, 0.5, random));
  private final double[] x = RandomVectors.coordinates(SIZE, 3, random);
  private final double[] y = RandomVectors.coordinates(SIZE, 3, random);

  @AfterEach
  void closePool() {
    pool.close();
  }

  private KlDivergence barnesHut(int neighbours, double theta) {
    return new BarnesHutKlDivergence(
        SparseProbabilities.of(Neighbours.find(distances, neighbours, pool), 20, pool),
        theta,
        pool);
  }

  private double[][] gradient(KlDivergence divergence, double exaggeration) {
    double[][] gradient = new double[2][SIZE];
    divergence.gradient(x, y, exaggeration, gradient[0], gradient[1]);
    return gradient;
  }

  private void assertGradientIsSlope(KlDivergence divergence) {
    double[][] gradient = gradient(divergence, 1);
    double step = 1e-4;
    for (int i = 0; i < SIZE; i += 13) {
      for (int axis = 0; axis < 2; axis++) {
        double[] coordinates = axis == 0 ? x : y;
        double at = coordinates[i];
        coordinates[i] = at + step;
        double above = divergence.value(x, y);
        coordinates[i] = at - step;
        double below = divergence.value(x, y);
        coordinates[i] = at;
        assertThat(gradient[axis][i])
            .as("seed %d, point %d", seed, i)
            .isCloseTo((above - below) / (2 * step), within(1e-6));
      }
    }
  }

  @Test
  void gradientIsTheSlopeOfTheDivergence() {
    assertGradientIsSlope(ExactKlDivergence.of(distances, 20, pool));
    assertGradientIsSlope(barnesHut(60, 0));
  }

  /** The definition, with probabilities in double precision. */
  @Test
  void isTheDivergenceOfTheJointProbabilities() {
    double[][] conditional = new double[SIZE][SIZE];
    float[][] row = new float[1][SIZE];
    for (int i = 0; i < SIZE; i++) {
      distances.compute(i, row);
      double[] others = new double[SIZE - 1];
      for (int j = 0; j < SIZE - 1; j++) {
        others[j] = row[0][j < i ? j : j + 1];
      }
      PerplexitySearch.toProbabilities(others, 20);
      for (int j = 0; j < SIZE - 1; j++) {
        conditional[i][j < i ? j : j + 1] = others[j];
      }
    }
    double z = 0;
    for (int i = 0; i < SIZE; i++) {
      for (int j = 0; j < SIZE; j++) {
        z += i == j ? 0 : weight(i, j);
      }
    }
    double sum = 0;
    for (int i = 0; i < SIZE; i++) {
      for (int j = 0; j < SIZE; j++) {
        double p = (conditional[i][j] + conditional[j][i]) / (2 * SIZE);
        sum += p > 0 ? p * Math.log(p / (weight(i, j) / z)) : 0;
      }
    }
    assertThat(ExactKlDivergence.of(distances, 20, pool).value(x, y))
        .as("seed %d", seed)
        .isCloseTo(sum, within(1e-5));
  }

  private double weight(int i, int j) {
    return 1 / (1 + Math.pow(x[i] - x[j], 2) + Math.pow(y[i] - y[j], 2));
  }

  @Test
  void barnesHutWithAllNeighboursAndThetaZeroIsExact() {
    KlDivergence exact = ExactKlDivergence.of(distances, 20, pool);
    KlDivergence approximate = barnesHut(SIZE - 1, 0);
    assertThat(approximate.value(x, y)).isCloseTo(exact.value(x, y), within(1e-5));
    double[][] expected = gradient(exact, 12);
    double[][] found = gradient(approximate, 12);
    for (int axis = 0; axis < 2; axis++) {
      assertThat(found[axis]).as("seed %d", seed).containsExactly(expected[axis], within(1e-6));
    }
  }

  @Test
  void barnesHutIsCloseToExactWithTheDefaultTheta() {
    double[][] expected = gradient(ExactKlDivergence.of(distances, 20, pool), 1);
    double[][] found = gradient(barnesHut(SIZE - 1, 0.5), 1);
    double difference = 0;
    double norm = 0;
    for (int axis = 0; axis < 2; axis++) {
      for (int i = 0; i < SIZE; i++) {
        difference += Math.pow(found[axis][i] - expected[axis][i], 2);
        norm += Math.pow(expected[axis][i], 2);
      }
    }
    assertThat(Math.sqrt(difference / norm)).as("seed %d", seed).isPositive().isLessThan(0.03);
  }

  @Test
  void neighboursAreTheNearest() {
    Neighbours neighbours = Neighbours.find(distances, 7, pool);
    float[][] rows = new float[SIZE][SIZE];
    distances.compute(0, rows);
    for (int i = 0; i < SIZE; i++) {
      float[] row = rows[i];
      row[i] = Float.POSITIVE_INFINITY;
      float[] sorted = row.clone();
      java.util.Arrays.sort(sorted);
      for (int k = 0; k < 7; k++) {
        assertThat(row[neighbours.indices()[i][k]])
            .as("seed %d", seed)
            .isLessThanOrEqualTo(sorted[6]);
      }
      assertThat(neighbours.indices()[i]).isSorted().doesNotHaveDuplicates().doesNotContain(i);
    }
  }

  @Test
  void distancesAreThoseOfTheDefinition() {
    for (int dimension : new int[] {1, 7, 8, 19}) {
      float[][] vectors = RandomVectors.gaussian(700, dimension, 2, random);
      float[][] rows = new float[3][700];
      new SquaredDistances(vectors).compute(698, rows);
      for (int j = 0; j < 700; j++) {
        double sum = 0;
        for (int k = 0; k < dimension; k++) {
          sum += Math.pow((double) vectors[699][k] - vectors[j][k], 2);
        }
        assertThat((double) rows[1][j])
            .as("seed %d", seed)
            .isCloseTo(sum, within(1e-5 * (1 + sum)));
        assertThat(rows[2][j]).as("no vector 700").isZero();
      }
    }
  }
}
