// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.isogloss.measure.reduction.Points;
import org.junit.jupiter.api.Test;

class ParallelDistanceTest {
  private static final Points SQUARE =
      new Points(new double[] {0, 3, 0, 3}, new double[] {0, 0, 4, 4});

  @Test
  void comparesTranslationsWithAllPairs() {
    ParallelDistance distance = ParallelDistance.of(SQUARE, List.of(List.of(0, 1), List.of(2, 3)));
    assertThat(distance.parallel()).isEqualTo(3);
    assertThat(distance.all()).isCloseTo((3 + 3 + 4 + 4 + 5 + 5) / 6.0, within(1e-12));
    assertThat(distance.ratio()).isCloseTo(0.75, within(1e-12));
  }

  @Test
  void countsEveryPairOfALine() {
    assertThat(ParallelDistance.of(SQUARE, List.of(List.of(0, 1, 2))).parallel())
        .isCloseTo((3 + 4 + 5) / 3.0, within(1e-12));
    assertThat(ParallelDistance.of(SQUARE, List.of()).parallel()).isNaN();
  }
}
