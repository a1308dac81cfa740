// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.probability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.isogloss.measure.probability.ReliabilityCurve.Bin;
import org.junit.jupiter.api.Test;

class ReliabilityCurveTest {
  private static final List<ScoredJudgement> HITS =
      List.of(
          new ScoredJudgement(0.9, true),
          new ScoredJudgement(0.1, false),
          new ScoredJudgement(0.7, false),
          new ScoredJudgement(0.3, true),
          new ScoredJudgement(0.8, true));

  @Test
  void dividesHitsIntoBinsOfEqualSize() {
    ReliabilityCurve curve = ReliabilityCurve.of(HITS, 2);
    assertThat(curve.bins()).extracting(Bin::hits).containsExactly(2, 3);
    assertThat(curve.bins()).extracting(Bin::relevantShare).containsExactly(0.5, 2.0 / 3);
    assertThat(curve.bins().getFirst().meanProbability()).isCloseTo(0.2, within(1e-12));
    // (2 |0.2 - 0.5| + 3 |0.8 - 2/3|) / 5
    assertThat(curve.expectedCalibrationError()).isCloseTo(0.2, within(1e-12));
  }

  @Test
  void hasNoMoreBinsThanHits() {
    assertThat(ReliabilityCurve.of(HITS, 100).bins()).hasSize(5);
    assertThatThrownBy(() -> ReliabilityCurve.of(List.of(), 10))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("0 hits and 10 bins, expected 1 or more of each");
  }

  @Test
  void perfectProbabilitiesHaveNoError() {
    List<ScoredJudgement> hits =
        List.of(new ScoredJudgement(0, false), new ScoredJudgement(1, true));
    assertThat(ReliabilityCurve.of(hits, 10).expectedCalibrationError()).isZero();
  }
}
