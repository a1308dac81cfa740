// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.optimizer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LearningRateScheduleTest {
  @ParameterizedTest
  @CsvSource({
    "CONSTANT, 0, 0.5",
    "CONSTANT, 1, 1",
    "CONSTANT, 9, 1",
    "LINEAR, 0, 0.5",
    "LINEAR, 1, 1",
    "LINEAR, 2, 1",
    "LINEAR, 6, 0.68",
    "LINEAR, 12, 0.2",
    "COSINE, 2, 1",
    "COSINE, 7, 0.6",
    "COSINE, 12, 0.2",
    "INVERSE, 2, 1",
    "INVERSE, 8, 0.6"
  })
  void warmsUpThenDecaysToTheFloor(LearningRateSchedule.Kind kind, long step, double expected) {
    assertThat(new LearningRateSchedule(kind, 2, 0.2).factor(step, 12))
        .isCloseTo(expected, within(1e-12));
  }

  @Test
  void startsAtTheFullRateWithoutWarmUp() {
    assertThat(new LearningRateSchedule(LearningRateSchedule.Kind.LINEAR, 0, 0).factor(0, 10))
        .isEqualTo(1);
    assertThat(new LearningRateSchedule(LearningRateSchedule.Kind.LINEAR, 0, 0).factor(10, 10))
        .isZero();
  }
}
