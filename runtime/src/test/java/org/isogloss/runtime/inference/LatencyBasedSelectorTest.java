// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LatencyBasedSelectorTest {
  private final LatencyBasedSelector selector = new LatencyBasedSelector();

  /**
   * Returns how many runs use alternative 1, given the times of both alternatives for a text of 16
   * tokens.
   */
  private int runs(int count, long first, long second) {
    int taken = 0;
    for (int i = 0; i < count; i++) {
      int way = selector.select();
      selector.record(way, way == 0 ? first : second, 16);
      taken += way;
    }
    return taken;
  }

  @Test
  void selectsFasterAlternative() {
    assertThat(runs(1600, 3_000_000, 2_000_000)).isGreaterThan(1450);
    assertThat(new LatencyBasedSelectorTest().runs(1600, 2_000_000, 3_000_000)).isLessThan(150);
  }

  @Test
  void adaptsToLoad() {
    runs(200, 3_000_000, 2_000_000);
    assertThat(runs(1600, 3_000_000, 6_000_000)).as("the machine is busy now").isLessThan(300);
    assertThat(runs(3200, 3_000_000, 2_000_000)).as("it is idle again").isGreaterThan(2400);
  }

  @Test
  void accountsForTextLength() {
    selector.record(0, 3_000_000, 16);
    selector.record(1, 10_000_000, 128);
    assertThat(selector.select()).isEqualTo(1);
  }
}
