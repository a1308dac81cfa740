// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.duplicate;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class DuplicateCounterTest {
  @Test
  void isExactBelowTheBound() {
    DuplicateCounter count = new DuplicateCounter(1 << 16);
    for (int i = 0; i < 10_000; i++) {
      count.add("text " + i % 8000, "title");
    }
    assertThat(count.duplicateCount()).isEqualTo(2000);
    assertThat(count.isEstimate()).isFalse();
  }

  @Test
  void becomesAnEstimateBeyondTheBound() {
    DuplicateCounter count = new DuplicateCounter(1 << 12);
    for (int i = 0; i < 200_000; i++) {
      count.add("text " + i % 100_000);
    }
    assertThat(count.isEstimate()).isTrue();
    assertThat(count.duplicateCount()).isCloseTo(100_000, Percentage.withPercentage(15));
  }

  @Test
  void estimatesZeroWithoutRepetitions() {
    DuplicateCounter count = new DuplicateCounter(1 << 12);
    for (int i = 0; i < 200_000; i++) {
      count.add("text " + i);
    }
    assertThat(count.duplicateCount()).isZero();
  }
}
