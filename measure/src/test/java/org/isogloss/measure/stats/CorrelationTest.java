// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.Random;
import org.isogloss.measure.TaskGoldenFiles;
import org.junit.jupiter.api.Test;

class CorrelationTest {
  @Test
  void agreesWithScipy() {
    for (JsonNode file : TaskGoldenFiles.read("labels.jsonl")) {
      double[] a = TaskGoldenFiles.numbers(file.get("a"));
      double[] b = TaskGoldenFiles.numbers(file.get("b"));
      assertThat(Correlation.pearson(a, b))
          .isCloseTo(file.get("pearson").doubleValue(), within(1e-12));
      assertThat(Correlation.spearman(a, b))
          .isCloseTo(file.get("spearman").doubleValue(), within(1e-12));
    }
  }

  @Test
  void sharesTheRanksOfEqualValues() {
    double[] a = {1, 2, 2, 3};
    assertThat(Correlation.spearman(a, new double[] {10, 20, 20, 1000})).isEqualTo(1);
    assertThat(Correlation.spearman(a, new double[] {1, 2, 3, 4}))
        .isCloseTo(4.5 / Math.sqrt(4.5 * 5), within(1e-15));
  }

  @Test
  void isZeroWithoutVariation() {
    assertThat(Correlation.pearson(new double[] {1, 1}, new double[] {1, 2})).isZero();
    double[] rounded = {.1, .1, .1}; // Their mean is not .1.
    assertThat(Correlation.pearson(rounded, rounded)).isZero();
    assertThat(Correlation.spearman(new double[] {}, new double[] {})).isZero();
    assertThatThrownBy(() -> Correlation.pearson(new double[1], new double[2]))
        .hasMessage("paired values must have the same length, found 1 and 2");
  }

  /** Spearman's correlation depends on the order alone, Pearson's not on scale and offset. */
  @Test
  void propertiesHoldForRandomValues() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      double[] a = random.doubles(2 + random.nextInt(20)).toArray();
      double[] b = random.doubles(a.length).toArray();
      assertThat(Correlation.spearman(Arrays.stream(a).map(Math::exp).toArray(), b))
          .as("seed %d", seed)
          .isCloseTo(Correlation.spearman(a, b), within(1e-12));
      assertThat(Correlation.pearson(Arrays.stream(a).map(x -> 3 - 2 * x).toArray(), b))
          .as("seed %d", seed)
          .isCloseTo(-Correlation.pearson(a, b), within(1e-9));
    }
  }
}
