// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.isogloss.core.concurrent.WorkerPool;
import org.junit.jupiter.api.Test;

class GradientDescentTest {
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  /**
   * Two groups whose members are three times as similar to each other as to the others: too little
   * for exaggerated attraction, which contracts the map, and enough for two clusters without it.
   */
  @Test
  void recoversIfEarlyExaggerationContractsTheMap() {
    int size = 1500;
    float[][] probabilities = new float[size][size];
    for (int i = 0; i < size; i++) {
      for (int j = 0; j < size; j++) {
        probabilities[i][j] = i == j ? 0 : (i % 2 == j % 2 ? 1.5f : 0.5f) / size / (size - 1);
      }
    }
    double[] x = RandomVectors.coordinates(size, 1e-4, random);
    double[] y = RandomVectors.coordinates(size, 1e-4, random);
    try (WorkerPool pool = new WorkerPool("test", 2)) {
      GradientDescent descent =
          new GradientDescent(new ExactKlDivergence(probabilities, pool), x, y);
      for (int iteration = 0; iteration < GradientDescent.EARLY_ITERATIONS; iteration++) {
        descent.step(iteration);
        if (iteration == 49) {
          assertThat(largest(x)).as("seed %d", seed).isLessThan(1e-7);
        }
      }
    }
    assertThat(Math.max(largest(x), largest(y))).as("seed %d", seed).isGreaterThan(1e-3);
  }

  private static double largest(double[] coordinates) {
    double mean = Arrays.stream(coordinates).average().orElseThrow();
    return Arrays.stream(coordinates).map(value -> Math.abs(value - mean)).max().orElseThrow();
  }
}
