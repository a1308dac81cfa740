// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.isogloss.measure.PrecisionRecallCurve.Point;
import org.junit.jupiter.api.Test;

class PrecisionRecallCurveTest {
  /**
   * Of four correct candidates, three are retrieved: the first, the second and the fourth of five.
   */
  private static final PrecisionRecallCurve CURVE =
      PrecisionRecallCurve.of(
          new double[] {.5, .9, .7, .2, .6}, new boolean[] {true, true, true, false, false}, 4);

  @Test
  void computesPrecisionAndRecallAtEachThreshold() {
    assertThat(CURVE.points())
        .extracting(Point::threshold)
        .containsExactly(Double.POSITIVE_INFINITY, .9, .7, .6, .5, .2);
    assertThat(CURVE.points())
        .extracting(Point::precision)
        .containsExactly(1.0, 1.0, 1.0, 2 / 3.0, .75, .6);
    assertThat(CURVE.points())
        .extracting(Point::recall)
        .containsExactly(0.0, .25, .5, .5, .75, .75);
  }

  @Test
  void bestPointHasTheHighestF1() {
    assertThat(CURVE.bestF1().threshold()).isEqualTo(.5);
    assertThat(CURVE.bestF1().f1()).isEqualTo(.75, within(1e-12));
    assertThat(CURVE.bestF1().retained()).isEqualTo(4);
  }

  @Test
  void thresholdBetweenScoresSelectsThePointAboveIt() {
    assertThat(CURVE.at(.65).threshold()).isEqualTo(.7);
    assertThat(CURVE.at(.7).threshold()).isEqualTo(.7);
    assertThat(CURVE.at(2).retained()).isZero();
    assertThat(CURVE.at(-1).retained()).isEqualTo(5);
  }

  @Test
  void keepsEqualScoresTogether() {
    PrecisionRecallCurve curve =
        PrecisionRecallCurve.of(new double[] {.5, .5}, new boolean[] {true, false}, 1);
    assertThat(curve.points()).hasSize(2);
    assertThat(curve.bestF1().precision()).isEqualTo(.5);
  }

  @Test
  void f1IsZeroIfNothingIsFound() {
    PrecisionRecallCurve curve =
        PrecisionRecallCurve.of(new double[] {.5}, new boolean[] {false}, 3);
    assertThat(curve.bestF1().f1()).isZero();
    assertThat(PrecisionRecallCurve.of(new double[0], new boolean[0], 0).bestF1().retained())
        .isZero();
  }

  @Test
  void rejectsMoreCorrectResultsThanRelevantOnes() {
    assertThatThrownBy(
            () -> PrecisionRecallCurve.of(new double[] {1, 2}, new boolean[] {true, true}, 1))
        .hasMessage("2 candidates are correct, expected at most 1 relevant ones");
    assertThatThrownBy(() -> PrecisionRecallCurve.of(new double[] {1}, new boolean[0], 1))
        .hasMessage("1 scores, but 0 judgements");
  }
}
