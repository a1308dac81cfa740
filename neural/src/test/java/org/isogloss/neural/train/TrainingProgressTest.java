// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.junit.jupiter.api.Test;

class TrainingProgressTest {
  private static final long SECOND = 1_000_000_000L;

  private static TrainingProgress of(long steps, double seconds) {
    return new TrainingProgress(
        new TrainingOptions(steps, 1, 0, 500, 0, 180, 50, 0, seconds, false));
  }

  @Test
  void countsStepsWithoutLimitOfTime() {
    TrainingProgress progress = of(2, 0);
    progress.addStep(1_000 * SECOND);
    assertThat(progress.expectedSteps()).isEqualTo(2);
    assertThat(progress.isOver()).isFalse();
    progress.addStep(1);
    assertThat(progress.isOver()).isTrue();
  }

  @Test
  void expectsAsManyStepsAsTheTimeAllowsAtTheSpeedSoFar() {
    TrainingProgress progress = of(1_000, 60);
    assertThat(progress.expectedSteps()).isEqualTo(1_000);
    progress.addStep(6 * SECOND);
    assertThat(progress.expectedSteps()).isEqualTo(10);
    progress.addStep(2 * SECOND);
    assertThat(progress.expectedSteps()).isEqualTo(15);
    assertThat(progress.isOver()).isFalse();
    progress.addStep(52 * SECOND);
    assertThat(progress.isOver()).isTrue();
    assertThat(progress.expectedSteps()).isEqualTo(3);
  }

  @Test
  void makesNoMoreStepsThanTheRecipeAllows() {
    TrainingProgress progress = of(5, 60);
    progress.addStep(SECOND);
    assertThat(progress.expectedSteps()).isEqualTo(5);
  }

  @Test
  void resumesWithTheTimeSoFar() {
    TrainingProgress progress = of(1_000, 60);
    progress.resume(20, 30);
    assertThat(progress.expectedSteps()).isEqualTo(40);
    assertThat(progress.seconds()).isEqualTo(30);
    progress.addStep(31 * SECOND);
    assertThat(progress.isOver()).isTrue();
  }

  @Test
  void learningRateEndsWithTheTime() {
    LearningRateSchedule schedule =
        new LearningRateSchedule(LearningRateSchedule.Kind.LINEAR, 0, 0);
    TrainingProgress progress = of(1_000_000, 100);
    double factor = 1;
    while (!progress.isOver()) {
      // The first steps are slower, as on a device that is still being prepared.
      progress.addStep(progress.steps() < 5 ? 4 * SECOND : SECOND / 2);
      factor = schedule.factor(progress.steps(), progress.expectedSteps());
    }
    assertThat(progress.steps()).isEqualTo(165);
    assertThat(factor).isCloseTo(0, within(.01));
  }
}
