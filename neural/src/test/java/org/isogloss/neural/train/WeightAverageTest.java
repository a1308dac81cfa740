// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

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
class WeightAverageTest {
  private static final int STEPS = 40;
  private static final double DECAY = 0.75;

  @TempDir private Path folder;

  /** A number that is pulled towards another target in each step. */
  private final class Training implements AutoCloseable {
    private final Tensor value = Tensors.retain(Tensor.create(new float[] {5}, 1));
    private final List<Double> values = new ArrayList<>();
    private final List<Double> validated = new ArrayList<>();
    private final AdamW adam;

    Training() {
      value.set_requires_grad(true);
      SequencedMap<String, Tensor> tensors = new LinkedHashMap<>();
      tensors.put("x", value);
      adam = new AdamW(List.of(new AdamW.Group(tensors, AdamOptions.of(0.1))));
    }

    double value() {
      return Tensors.toArray(value)[0];
    }

    private Validation.Outcome validate() {
      validated.add(value());
      return new Validation.Outcome(validated.size(), Map.of());
    }

    void run(TrainingOptions options, boolean validates, long stopAfter) {
      Batches<Integer> targets =
          new Batches<>() {
            private int next;

            @Override
            public Integer next() {
              values.add(value());
              return next++ % 3;
            }

            @Override
            public Map<String, long[]> position() {
              return Map.of("next", new long[] {next});
            }

            @Override
            public void seek(Map<String, long[]> position) {
              next = Math.toIntExact(position.get("next")[0]);
            }
          };
      var task =
          new TrainingTasks.Task<Integer>(
              "pull", targets, target -> value.sub(Tensors.scalar(target)).square().sum());
      TrainingListener listener =
          new TrainingListener() {
            @Override
            public boolean shouldStop() {
              return values.size() == stopAfter;
            }
          };
      var trainer =
          Trainer.of(task, List.of(adam), new Checkpoints(folder))
              .options(options, new LearningRateSchedule(LearningRateSchedule.Kind.CONSTANT, 0, 0))
              .listener(listener);
      if (validates) {
        trainer.validation(this::validate);
      }
      trainer.build().run();
    }

    @Override
    public void close() {
      adam.close();
      value.close();
    }
  }

  private static TrainingOptions options(double average, long validateEvery) {
    return new TrainingOptions(STEPS, 1, 0, validateEvery, 0, 180, 50, average, 0, false);
  }

  /** The values after each step of a training without averages. */
  private List<Double> valuesAfterSteps(Training plain) {
    List<Double> after = new ArrayList<>(plain.values.subList(1, STEPS));
    after.add(plain.value());
    return after;
  }

  private static double average(List<Double> after) {
    double average = 5;
    for (int t = 1; t <= after.size(); t++) {
      double kept = Math.min(DECAY, t / (t + 9.0));
      average = kept * average + (1 - kept) * after.get(t - 1);
    }
    return average;
  }

  @Test
  void validationAndTheTrainedModelUseTheAverage() {
    try (Training plain = new Training();
        Training averaged = new Training();
        Training validated = new Training()) {
      plain.run(options(0, 0), false, -1);
      clear();
      averaged.run(options(DECAY, 0), false, -1);
      clear();
      validated.run(options(DECAY, 10), true, -1);
      List<Double> after = valuesAfterSteps(plain);
      assertThat(averaged.values).as("steps start from the weights").isEqualTo(plain.values);
      assertThat(validated.values).isEqualTo(plain.values);
      double expected = average(after);
      assertThat(averaged.value()).isCloseTo(expected, within(1e-5));
      assertThat(averaged.value()).isNotCloseTo(plain.value(), within(1e-3));
      assertThat(validated.value()).isEqualTo(averaged.value());
      for (int i = 0; i < 4; i++) {
        assertThat(validated.validated.get(i))
            .isCloseTo(average(after.subList(0, 10 * (i + 1))), within(1e-5));
      }
    }
  }

  @Test
  void anInterruptedTrainingResumesWithItsAverage() {
    try (Training whole = new Training();
        Training first = new Training();
        Training second = new Training()) {
      whole.run(options(DECAY, 0), false, -1);
      clear();
      assertThatThrownBy(() -> first.run(options(DECAY, 0), false, 17))
          .isInstanceOf(TrainingException.class);
      second.run(options(DECAY, 0), false, -1);
      assertThat(second.values).hasSize(STEPS - 17);
      assertThat(second.value()).isEqualTo(whole.value());
    }
  }

  private void clear() {
    assertThat(folder.resolve("last.safetensors").toFile().delete()).isTrue();
    folder.resolve("best.safetensors").toFile().delete();
  }
}
