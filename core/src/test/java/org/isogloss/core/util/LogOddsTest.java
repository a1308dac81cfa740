// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class LogOddsTest {
  @Test
  void areTheLogarithmOfTheOdds() {
    assertThat(LogOdds.of(0.5)).isZero();
    assertThat(LogOdds.of(0.75)).isCloseTo(Math.log(3), within(1e-15));
    assertThat(LogOdds.toProbability(Math.log(3))).isCloseTo(0.75, within(1e-15));
  }

  @Test
  void areFiniteAtTheBounds() {
    assertThat(LogOdds.of(1)).isFinite().isPositive();
    assertThat(LogOdds.of(0)).isEqualTo(-LogOdds.of(1));
    assertThat(LogOdds.toProbability(1_000)).isEqualTo(1);
    assertThat(LogOdds.toProbability(-1_000)).isZero();
  }
}
