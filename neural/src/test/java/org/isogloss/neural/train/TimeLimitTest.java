// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.TrainingException;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.Validation;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.objective.TrainingTasks;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class TimeLimitTest {
  private static final double SECONDS = 0.5;
  private static final long UNREACHABLE = 1_000_000_000;

  @TempDir private Path folder;
  private final List<TrainingListener.Progress> reports = new ArrayList<>();
  private final List<Long> validatedSteps = new ArrayList<>();
  private final List<String> messages = new ArrayList<>();

  /** Numbers whose preparation takes a millisecond. */
  private static final class SlowBatches implements Batches<Integer> {
    private int next;

    @Override
    public Integer next() {
      try {
        Thread.sleep(1);
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      return next++;
    }

    @Override
    public Map<String, long[]> position() {
      return Map.of("next", new long[] {next});
    }

    @Override
    public void seek(Map<String, long[]> position) {
      next = Math.toIntExact(position.get("next")[0]);
    }
  }

  private void train(long stopAfter) {
    Tensor value = Tensors.retain(Tensor.create(new float[] {5}, 1));
    value.set_requires_grad(true);
    SequencedMap<String, Tensor> tensors = new LinkedHashMap<>();
    tensors.put("x", value);
    SlowBatches batches = new SlowBatches();
    TrainingListener listener =
        new TrainingListener() {
          @Override
          public void progressReported(Progress progress) {
            reports.add(progress);
          }

          @Override
          public void validated(long step, Validation.Outcome outcome, boolean best) {
            validatedSteps.add(step);
          }

          @Override
          public void messageReported(String message) {
            messages.add(message);
          }

          @Override
          public boolean shouldStop() {
            return batches.next == stopAfter;
          }
        };
    try (AdamW adam = new AdamW(List.of(new AdamW.Group(tensors, AdamOptions.of(0.1))))) {
      Trainer.of(
              new TrainingTasks.Task<Integer>(
                  "pull", batches, target -> value.sub(Tensors.scalar(1)).square().sum()),
              List.of(adam),
              new Checkpoints(folder))
          .options(
              new TrainingOptions(UNREACHABLE, 1, 1, 0, 0, 1000, 10, 0, SECONDS, false),
              new LearningRateSchedule(LearningRateSchedule.Kind.LINEAR, 0, 0))
          .validation(() -> new Validation.Outcome(1, Map.of()))
          .listener(listener)
          .build()
          .run();
    } finally {
      value.close();
    }
  }

  @Test
  void endsWithTheLastStepThatFits() {
    train(-1);
    TrainingListener.Progress last = reports.getLast();
    // A step takes a millisecond or more.
    assertThat(last.step()).isBetween(1L, 500L);
    assertThat(last.steps()).isEqualTo(last.step());
    assertThat(last.learningRateFactor()).isZero();
    assertThat(validatedSteps).containsExactly(last.step());
  }

  @Test
  void aResumedTrainingHasTheRemainingTime() {
    assertThatThrownBy(() -> train(20))
        .isInstanceOf(TrainingException.class)
        .hasMessageContaining("stopped at step 20 of ");
    reports.clear();
    train(-1);
    assertThat(messages).contains("resuming from step 20");
    assertThat(reports.getFirst().step()).isEqualTo(30);
    // All steps take a millisecond or more, those before the stop too.
    assertThat(reports.getLast().step()).isLessThanOrEqualTo(500);
  }
}
