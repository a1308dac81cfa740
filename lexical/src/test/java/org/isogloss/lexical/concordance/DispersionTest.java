// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DispersionTest {
  private final Dispersion dispersion = new Dispersion();

  @Test
  void isZeroForAnEvenDistribution() {
    for (int i = 0; i < 1_000; i++) {
      dispersion.add(4, 1);
    }
    assertThat(dispersion.value()).isCloseTo(0, within(1e-12));
  }

  @Test
  void isOneIfAllOccurrencesAreInTheSmallestPart() {
    dispersion.add(3, 0);
    dispersion.add(1, 1);
    assertThat(dispersion.value()).isEqualTo(1);
  }

  @Test
  void isTheNormalisedDeviationOfProportions() {
    // s = .5, .3, .2; v = .25, .25, .5: DP = (.25 + .05 + .3) / 2 = .3, divided by 1 - .2.
    dispersion.add(50, 1);
    dispersion.add(30, 1);
    dispersion.add(20, 2);
    assertThat(dispersion.value()).isCloseTo(0.375, within(1e-12));
  }

  @Test
  void mergesPartsAsTheCorpusGrows() {
    for (int i = 0; i < 128; i++) {
      dispersion.add(1, i < 64 ? 1 : 0);
    }
    // 64 parts of two sentences: the first half has all occurrences.
    assertThat(dispersion.value()).isCloseTo(0.5 / (1 - 1 / 64.0), within(1e-12));
  }
}
