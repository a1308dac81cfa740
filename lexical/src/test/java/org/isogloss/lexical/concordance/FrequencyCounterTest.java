// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class FrequencyCounterTest {
  @Test
  void countsExactlyWhileAllTextsFit() {
    FrequencyCounter counter = new FrequencyCounter(2);
    counter.add("a");
    counter.add("b");
    counter.add("a");
    assertThat(counter.counts()).isEqualTo(Map.of("a", 2L, "b", 1L));
    assertThat(counter.maxError()).isZero();
  }

  @Test
  void dropsRareTextsAndStatesTheError() {
    FrequencyCounter counter = new FrequencyCounter(10);
    for (int i = 0; i < 1_000; i++) {
      counter.add("frequent");
      counter.add("rare" + i);
    }
    assertThat(counter.counts()).hasSizeLessThanOrEqualTo(10);
    assertThat(counter.count("frequent")).isEqualTo(1_000);
    assertThat(counter.maxError()).isBetween(1L, 200L);
  }
}
