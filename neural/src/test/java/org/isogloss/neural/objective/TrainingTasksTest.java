// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.BatchesContractTest;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

@RequiresTorch
class TrainingTasksTest {
  /** Batches that are consecutive numbers. */
  private static final class CountingBatches implements Batches<Integer> {
    private int next;

    CountingBatches(int from) {
      next = from;
    }

    @Override
    public Integer next() {
      return next++;
    }

    @Override
    public Map<String, long[]> position() {
      return Map.of("next", new long[] {next});
    }

    @Override
    public void seek(Map<String, long[]> position) {
      next = (int) position.get("next")[0];
    }
  }

  private final Tensor value = Tensor.create(new float[] {2}, 1).requires_grad_();

  /** Returns a task whose loss for a batch b is b times the value. */
  private TrainingTasks.Task<Integer> task(String name, double weight, int from) {
    return new TrainingTasks.Task<>(
        name, weight, new CountingBatches(from), batch -> value.mul(Tensors.scalar(batch)).sum());
  }

  private double gradient() {
    double gradient = value.grad().item_float();
    value.mutable_grad().reset();
    return gradient;
  }

  @Test
  void sumsTheWeightedLossesOfAllTasks() {
    var sum = TrainingTasks.sum(List.of(task("one", 1, 10), task("two", 0.5, 20)));
    LossValues losses = sum.objective().backward(sum.batches().next(), 2);
    assertThat(losses.total()).isCloseTo(2 * 10 + 0.5 * 2 * 20, within(1e-6));
    assertThat(losses.parts()).isEqualTo(Map.of("one", 20.0, "two", 40.0));
    assertThat(gradient()).as("times the step's weight").isCloseTo(2 * (10 + 10), within(1e-6));
    var batch = sum.batches().next();
    assertThat(sum.objective().loss(batch).item_double())
        .isCloseTo(2 * 11 + 0.5 * 2 * 21, within(1e-6));
  }

  @Nested
  class SumOfTasks extends ObjectiveContractTest<List<TrainingTasks.TaskBatch>> {
    private final TrainingTasks.Task<List<TrainingTasks.TaskBatch>> sum =
        TrainingTasks.sum(List.of(task("one", 1, 10), task("two", 0.5, 20)));
    private final List<TrainingTasks.TaskBatch> first = sum.batches().next();

    @Override
    protected Objective<List<TrainingTasks.TaskBatch>> objective() {
      return sum.objective();
    }

    @Override
    protected List<TrainingTasks.TaskBatch> batch() {
      return first;
    }

    @Override
    protected List<Tensor> parameters() {
      return List.of(value);
    }
  }

  @Test
  void alternatesBetweenTasks() {
    var alternating = TrainingTasks.alternate(List.of(task("one", 1, 10), task("two", 0.5, 20)));
    List<Map<String, Double>> parts = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      parts.add(alternating.objective().backward(alternating.batches().next(), 1).parts());
    }
    assertThat(parts)
        .containsExactly(Map.of("one", 20.0), Map.of("two", 40.0), Map.of("one", 22.0));
  }

  /** A task that makes two steps in a turn has one sequence of batches. */
  @Test
  void aTaskMayHaveSeveralStepsInATurn() {
    TrainingTasks.Task<Integer> twice = task("two", 1, 20);
    var alternating = TrainingTasks.alternate(List.of(task("one", 1, 10), twice, twice));
    List<Map<String, Double>> parts = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      parts.add(alternating.objective().backward(alternating.batches().next(), 1).parts());
    }
    assertThat(parts)
        .containsExactly(
            Map.of("one", 20.0),
            Map.of("two", 40.0),
            Map.of("two", 42.0),
            Map.of("one", 22.0),
            Map.of("two", 44.0));
  }

  @Nested
  class OfAllTasks extends BatchesContractTest<List<TrainingTasks.TaskBatch>> {
    @Override
    protected Batches<List<TrainingTasks.TaskBatch>> open() {
      return TrainingTasks.sum(List.of(task("one", 1, 10), task("two", 1, 20))).batches();
    }

    @Override
    protected Object content(List<TrainingTasks.TaskBatch> batch) {
      return losses(batch);
    }
  }

  @Nested
  class OfOneTask extends BatchesContractTest<List<TrainingTasks.TaskBatch>> {
    @Override
    protected Batches<List<TrainingTasks.TaskBatch>> open() {
      return TrainingTasks.alternate(List.of(task("one", 1, 10), task("two", 1, 20))).batches();
    }

    @Override
    protected Object content(List<TrainingTasks.TaskBatch> batch) {
      return losses(batch);
    }
  }

  private static Map<String, Double> losses(List<TrainingTasks.TaskBatch> batch) {
    return batch.stream()
        .collect(Collectors.toMap(TrainingTasks.TaskBatch::name, one -> one.loss().item_double()));
  }

  @Test
  void rejectsMissingAndDuplicateTasks() {
    assertThatThrownBy(() -> TrainingTasks.sum(List.of())).hasMessageContaining("no tasks");
    assertThatThrownBy(() -> TrainingTasks.sum(List.of(task("a", 1, 0), task("a", 1, 0))))
        .hasMessage("two tasks have the same name");
  }
}
