// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class UnitVectorsTest {
  private static float[] stored(float... vector) {
    return UnitVectors.of(vector);
  }

  @Test
  void scalesAVectorToUnitLengthWithoutChangingThatOfTheCaller() {
    float[] given = {3, 4};
    assertThat(stored(given)).containsExactly(0.6f, 0.8f);
    assertThat(given).containsExactly(3, 4);
  }

  @Test
  void keepsTheDigitsOfAVectorOfUnitLength() {
    float[] rounded = {0.6000001f, 0.8f};
    assertThat(stored(rounded)).containsExactly(rounded);
  }

  @Test
  void scalesVectorsOfAnyLength() {
    assertThat(stored(3e30f, 4e30f)).containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
    assertThat(stored(3e-30f, 4e-30f)).containsExactly(new float[] {0.6f, 0.8f}, within(1e-6f));
  }

  @Test
  void keepsTheZeroVector() {
    assertThat(stored(0, 0)).containsExactly(0, 0);
  }

  @Test
  void rejectsWhatIsNoNumber() {
    assertThatThrownBy(() -> stored(1, Float.NaN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("component 1 of a vector is NaN, expected a finite number");
  }
}
