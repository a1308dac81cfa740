// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.junit.jupiter.api.Test;

class PrincipalComponentsTest {
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  @Test
  void findsTheLineOnWhichPointsLie() {
    float[][] vectors = {{1, 2}, {2, 4}, {3, 6}};
    PrincipalComponents pca = PrincipalComponents.of(vectors, 2, 1);
    assertThat(pca.variance(0)).isCloseTo(5, within(1e-12));
    assertThat(pca.varianceRatio(0)).isCloseTo(1, within(1e-12));
    assertThat(pca.variance(1)).isCloseTo(0, within(1e-12));
    Points points = pca.points(vectors);
    assertThat(points.x(0)).isCloseTo(-Math.sqrt(5), within(1e-12));
    assertThat(points.x(2)).as("the larger component, the second, is positive").isPositive();
    assertThat(points.y(2)).isCloseTo(0, within(1e-12));
  }

  /** Power iteration with deflation on the vectors, without a covariance matrix. */
  @Test
  void agreesWithPowerIteration() {
    float[][] vectors = RandomVectors.clustered(120, 17, 5, 0.3, random);
    PrincipalComponents pca = PrincipalComponents.of(vectors, 3, 3);
    double[][] centred = centred(vectors);
    for (int component = 0; component < 3; component++) {
      double[] direction = RandomVectors.coordinates(17, 1, random);
      double variance = 0;
      for (int step = 0; step < 3000; step++) {
        double[] next = new double[17];
        for (double[] row : centred) {
          double score = dot(row, direction);
          for (int j = 0; j < 17; j++) {
            next[j] += score * row[j] / 119;
          }
        }
        variance = Math.sqrt(dot(next, next));
        for (int j = 0; j < 17; j++) {
          direction[j] = next[j] / variance;
        }
      }
      assertThat(pca.variance(component)).as("seed %d", seed).isCloseTo(variance, within(1e-3));
      double first = dot(centred[0], direction);
      double sign = Math.signum(first * pca.coordinate(vectors[0], component));
      for (int i = 0; i < 120; i++) {
        double score = dot(centred[i], direction);
        assertThat(pca.coordinate(vectors[i], component))
            .as("seed %d, vector %d, component %d", seed, i, component)
            .isCloseTo(sign * score, within(0.05));
        for (int j = 0; j < 17; j++) {
          centred[i][j] -= score * direction[j];
        }
      }
    }
  }

  private static double[][] centred(float[][] vectors) {
    double[] mean = new double[vectors[0].length];
    for (float[] vector : vectors) {
      for (int j = 0; j < mean.length; j++) {
        mean[j] += vector[j] / (double) vectors.length;
      }
    }
    double[][] centred = new double[vectors.length][mean.length];
    for (int i = 0; i < vectors.length; i++) {
      for (int j = 0; j < mean.length; j++) {
        centred[i][j] = vectors[i][j] - mean[j];
      }
    }
    return centred;
  }

  private static double dot(double[] a, double[] b) {
    double sum = 0;
    for (int j = 0; j < a.length; j++) {
      sum += a[j] * b[j];
    }
    return sum;
  }

  @Test
  void doesNotDependOnThreads() {
    float[][] vectors = RandomVectors.gaussian(70, 50, 1, random);
    Points one = PrincipalComponents.of(vectors, 2, 1).points(vectors);
    Points four = PrincipalComponents.of(vectors, 2, 4).points(vectors);
    for (int i = 0; i < 70; i++) {
      assertThat(four.x(i)).as("seed %d", seed).isEqualTo(one.x(i));
      assertThat(four.y(i)).as("seed %d", seed).isEqualTo(one.y(i));
    }
  }

  @Test
  void equalVectorsHaveNoVariance() {
    float[][] vectors = {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}};
    PrincipalComponents pca = PrincipalComponents.of(vectors, 2, 1);
    assertThat(pca.varianceRatio(0)).isZero();
    assertThat(pca.points(vectors).x(1)).isCloseTo(0, within(1e-12));
  }

  @Test
  void refusesVectorsThatItCannotReduce() {
    assertThatThrownBy(() -> PrincipalComponents.of(new float[][] {{1}}, 1, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("principal component analysis needs 2 vectors or more, found 1");
    assertThatThrownBy(() -> PrincipalComponents.of(new float[][] {{1}, {Float.NaN}}, 1, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessage("vector 1 has the component NaN, expected finite numbers");
    assertThatThrownBy(() -> PrincipalComponents.of(new float[][] {{1}, {1, 2}}, 1, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("vector 1 has dimension 2");
    assertThatThrownBy(() -> PrincipalComponents.of(new float[][] {{1}, {2}}, 2, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("count is 2, expected 1 to 1");
  }
}
