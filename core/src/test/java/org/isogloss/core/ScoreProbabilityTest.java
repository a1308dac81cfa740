// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.OptionalDouble;
import org.isogloss.core.util.LogOdds;
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
  }

  @Test
  void textsCompeteWithEachOtherAndWithNoText() {
    ScoreProbability probability = new ScoreProbability(1, 0, 0, OptionalDouble.of(Math.log(2)));
    double[] logOdds = probability.logOdds(new double[] {Math.log(6), Math.log(4)}, 1);
    // Shares of 6, 4 and 2, that of no text.
    assertThat(LogOdds.toProbability(logOdds[0])).isCloseTo(6.0 / 12, within(1e-12));
    assertThat(LogOdds.toProbability(logOdds[1])).isCloseTo(4.0 / 12, within(1e-12));
    assertThat(probability.of(Math.log(6), 1)).as("alone").isCloseTo(6.0 / 8, within(1e-12));
  }

  @Test
  void staysFiniteForScoresThatAreFarApart() {
    ScoreProbability probability = new ScoreProbability(50, 0, 0, OptionalDouble.of(0));
    assertThat(probability.logOdds(new double[] {1000, 0, -1000}, 1))
        .satisfies(all -> assertThat(all).doesNotContain(Double.NaN))
        .isSortedAccordingTo(Comparator.reverseOrder());
  }

  @Test
  void unfamiliarQueriesHaveLowerOdds() {
    ScoreProbability probability =
        new ScoreProbability(2, -1, 0.5, OptionalDouble.empty(), Math.log(3));
    assertThat(probability.forQuery(0)).isEqualTo(probability);
    // The odds are 1 / 3 for each unit.
    assertThat(probability.forQuery(1).of(0.5, 1)).isCloseTo(0.25, within(1e-15));
    assertThat(probability.forQuery(2).of(0.5, 1)).isCloseTo(0.1, within(1e-15));
    assertThat(new ScoreProbability(2, -1, 0.5).forQuery(5).of(0.5, 1)).isEqualTo(0.5);
    assertThat(probability.summary())
        .isEqualTo("slope 2.000, intercept -1.000, size weight 0.50, unfamiliarity weight 1.10");
  }

  @ParameterizedTest
  @ValueSource(doubles = {-0.1, Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsAWeightThatRewardsUnfamiliarQueries(double weight) {
    assertThatThrownBy(() -> new ScoreProbability(1, 0, 0, OptionalDouble.empty(), weight))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unfamiliarity_weight is " + weight + ", expected a number of 0 or more");
  }

  @ParameterizedTest
  @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
  void rejectsAFunctionThatDoesNotRise(double slope) {
    assertThatThrownBy(() -> new ScoreProbability(slope, 0, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("slope is " + slope + ", expected a number above 0");
  }
}
