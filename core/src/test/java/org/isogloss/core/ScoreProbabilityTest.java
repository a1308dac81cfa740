// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreProbabilityTest {
  @Test
  void isTheLogisticFunctionOfTheScore() {
    ScoreProbability probability = new ScoreProbability(2, -1, 0.5);
    assertThat(probability.of(0.5, 1)).isEqualTo(0.5);
    assertThat(probability.of(1, 1)).isCloseTo(Math.E / (1 + Math.E), within(1e-15));
    assertThat(probability.of(-1000, 1)).isZero();
    assertThat(probability.of(1000, 1)).isOne();
  }

  @Test
  void isLowerInALargerIndex() {
    ScoreProbability probability = new ScoreProbability(2, -1, 0.5);
    // The odds are 1 / 3 in an index 9 times as large: 9^-0.5.
    assertThat(probability.of(0.5, 9)).isCloseTo(0.25, within(1e-15));
    ScoreProbability estimated = ScoreProbability.ofIndex(2, -1, 1000);
    assertThat(estimated.of(0.5, 1000)).isCloseTo(0.5, within(1e-12));
    assertThat(estimated.of(0.5, 100)).isGreaterThan(0.7);
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsAFunctionThatDoesNotRise(double slope) {
    assertThatThrownBy(() -> new ScoreProbability(slope, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("slope is " + slope + ", expected a number above 0");
  }
}
