// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class PerplexitySearchTest {
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  private static double perplexity(double[] probabilities) {
    return Math.exp(
        -Arrays.stream(probabilities).filter(p -> p > 0).map(p -> p * Math.log(p)).sum());
  }

  @Test
  void reachesThePerplexityAtAnyScale() {
    for (int round = 0; round < 200; round++) {
      int count = 2 + random.nextInt(200);
      double scale = Math.pow(10, random.nextInt(25) - 12);
      double target = 1 + random.nextDouble() * (count - 1) * 0.9;
      double[] distances = random.doubles(count).map(d -> d * scale).toArray();
      double[] values = distances.clone();
      PerplexitySearch.toProbabilities(values, target);
      assertThat(perplexity(values))
          .as("seed %d, round %d", seed, round)
          .isCloseTo(target, within(2e-5 * target));
      assertThat(Arrays.stream(values).sum()).isCloseTo(1, within(1e-9));
      double beta = Math.log(values[0] / values[1]) / (distances[1] - distances[0]);
      for (int j = 2; j < count; j++) {
        if (values[j] > 1e-200 && values[0] > 1e-200 && values[1] > 1e-200) {
          assertThat(Math.log(values[0] / values[j]))
              .as("seed %d, round %d: one precision for all", seed, round)
              .isCloseTo(
                  beta * (distances[j] - distances[0]),
                  within(1e-5 * (1 + Math.abs(beta) * scale)));
        }
      }
    }
  }

  @Test
  void duplicatesShareTheProbability() {
    double[] values = {0, 0, 0, 0, 5};
    PerplexitySearch.toProbabilities(values, 2);
    assertThat(values).containsExactly(new double[] {.25, .25, .25, .25, 0}, within(1e-3));
    double[] same = {3, 3, 3};
    PerplexitySearch.toProbabilities(same, 1);
    assertThat(same).containsExactly(new double[] {1 / 3.0, 1 / 3.0, 1 / 3.0}, within(1e-12));
  }
}
