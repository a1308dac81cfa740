// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class UnitVectorsTest {
  @Test
  void scalesAVectorToUnitLength() {
    float[] vector = {3, -4};
    assertThat(UnitVectors.normalize(vector)).isSameAs(vector).containsExactly(.6f, -.8f);
  }

  @Test
  void scalesOneRowOfAMatrix() {
    float[] rows = {3, 4, 0, 5, 6, 8};
    UnitVectors.normalize(rows, 2, 4);
    assertThat(rows).containsExactly(3, 4, 0, 1, 6, 8);
  }

  @Test
  void leavesZeroVectorsAsTheyAre() {
    assertThat(UnitVectors.normalize(new float[3])).containsExactly(0, 0, 0);
  }

  @Test
  void sumsSquaresThatSinglePrecisionCannotRepresent() {
    assertThat(UnitVectors.normalize(new float[] {3e30f, 4e30f}))
        .containsExactly(new float[] {.6f, .8f}, within(1e-6f));
  }
}
