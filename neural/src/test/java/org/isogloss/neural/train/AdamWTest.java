// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.optimizer.AdamOptions;
import org.isogloss.neural.optimizer.AdamW;
import org.isogloss.neural.torch.RequiresTorch;
import org.isogloss.neural.torch.Tensors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresTorch
class AdamWTest {
  private static final AdamOptions DECAYING = new AdamOptions(1e-2, 0.8, 0.95, 1e-6, 0.1);
  private static final AdamOptions PLAIN = AdamOptions.of(3e-3);

  @TempDir Path folder;

  private static Tensor leaf(float[] values, long... shape) {
    return Tensors.retain(Tensor.create(values.clone(), shape)).set_requires_grad(true);
  }

  private static float[] random(Random random, int size) {
    float[] values = new float[size];
    for (int i = 0; i < size; i++) {
      values[i] = (float) random.nextGaussian();
    }
    return values;
  }

  /** Sets the gradient of a tensor. */
  private static void gradient(Tensor values, float[] gradient) {
    values.mul(Tensor.create(gradient, values.shape())).sum().backward();
  }

  private static AdamW.Group group(AdamOptions options, Object... namesAndTensors) {
    SequencedMap<String, Tensor> tensors = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTensors.length; i += 2) {
      tensors.put((String) namesAndTensors[i], (Tensor) namesAndTensors[i + 1]);
    }
    return new AdamW.Group(tensors, options);
  }

  /** Adam by its definition, number by number. */
  private static final class Naive {
    private final AdamOptions options;
    private final double[] values;
    private final double[] means;
    private final double[] squares;
    private int steps;

    Naive(AdamOptions options, float[] start) {
      this.options = options;
      values = new double[start.length];
      means = new double[start.length];
      squares = new double[start.length];
      for (int i = 0; i < start.length; i++) {
        values[i] = start[i];
      }
    }

    void step(float[] gradient, double factor) {
      steps++;
      for (int i = 0; i < values.length; i++) {
        means[i] = options.beta1() * means[i] + (1 - options.beta1()) * gradient[i];
        squares[i] =
            options.beta2() * squares[i] + (1 - options.beta2()) * gradient[i] * gradient[i];
        double rate = factor * options.learningRate();
        double mean = means[i] / (1 - Math.pow(options.beta1(), steps));
        double square = squares[i] / (1 - Math.pow(options.beta2(), steps));
        values[i] -= rate * options.weightDecay() * values[i];
        values[i] -= rate * mean / (Math.sqrt(square) + options.epsilon());
      }
    }
  }

  private static void assertClose(Tensor values, Naive naive) {
    float[] found = Tensors.toArray(values);
    for (int i = 0; i < found.length; i++) {
      assertThat((double) found[i]).isCloseTo(naive.values[i], within(3e-6));
    }
  }

  @Test
  void updatesEachGroupByTheDefinition() {
    Random random = new Random(1);
    // More values than are updated at a time, and not a multiple of that number.
    float[] large = random(random, 70_001);
    float[] small = random(random, 6);
    Tensor first = leaf(large, 70_001);
    Tensor second = leaf(small, 2, 3);
    Naive naiveFirst = new Naive(DECAYING, large);
    Naive naiveSecond = new Naive(PLAIN, small);
    try (AdamW adam =
        new AdamW(List.of(group(DECAYING, "first", first), group(PLAIN, "second", second)))) {
      for (int step = 0; step < 6; step++) {
        double factor = random.nextDouble();
        float[] gradientFirst = random(random, large.length);
        gradient(first, gradientFirst);
        naiveFirst.step(gradientFirst, factor);
        // The second tensor has a gradient only in every other step, and counts only these steps.
        if (step % 2 == 0) {
          float[] gradientSecond = random(random, small.length);
          gradient(second, gradientSecond);
          naiveSecond.step(gradientSecond, factor);
        }
        adam.step(factor);
        assertClose(first, naiveFirst);
        assertClose(second, naiveSecond);
        assertThat(first.grad().defined()).as("gradients are cleared").isFalse();
      }
    }
  }

  @Test
  void updatesOnlyTheRowsOfASparseGradient() {
    float[] start = random(new Random(2), 5 * 3);
    Tensor table = leaf(start, 5, 3);
    Naive row = new Naive(DECAYING, new float[] {start[6], start[7], start[8]});
    try (AdamW adam = new AdamW(List.of(group(DECAYING, "table", table)))) {
      for (int step = 0; step < 4; step++) {
        // Row 2 is looked up twice, so that its gradients have to be summed.
        Tensor rows =
            torch.embedding(table, Tensors.longTensor(new int[] {2, 4, 2}), -1, false, true);
        Tensor weights = Tensor.create(new float[] {1, 2, 3, 9, 9, 9, 0.5f, 0.5f, 0.5f}, 3, 3);
        rows.mul(weights).sum().backward();
        assertThat(Tensors.toArray(adam.trainables().getFirst().gradients().getFirst()))
            .as("rows 2 and 4")
            .containsExactly(1.5f, 2.5f, 3.5f, 9, 9, 9);
        adam.step(1);
        row.step(new float[] {1.5f, 2.5f, 3.5f}, 1);
      }
    }
    float[] values = Tensors.toArray(table);
    for (int d = 0; d < 3; d++) {
      assertThat((double) values[6 + d]).isCloseTo(row.values[d], within(1e-6));
      assertThat(values[d]).as("row 0, never touched").isEqualTo(start[d]);
    }
  }

  @Test
  void resumesBitIdenticallyFromItsState() {
    Random random = new Random(3);
    float[] start = random(random, 8);
    float[] first = random(random, 8);
    float[] second = random(random, 8);
    Tensor uninterrupted = leaf(start, 8);
    Tensor stopped = leaf(start, 8);
    Tensor resumed = leaf(new float[8], 8);
    Checkpoints checkpoints = new Checkpoints(folder);
    TrainingState emptyState = new TrainingState(Map.of(), Map.of());
    try (AdamW uninterruptedAdam = new AdamW(List.of(group(DECAYING, "values", uninterrupted)));
        AdamW stoppedAdam = new AdamW(List.of(group(DECAYING, "values", stopped)));
        AdamW resumedAdam = new AdamW(List.of(group(DECAYING, "values", resumed)))) {
      gradient(uninterrupted, first);
      uninterruptedAdam.step(1);
      gradient(uninterrupted, second);
      uninterruptedAdam.step(0.5);
      gradient(stopped, first);
      stoppedAdam.step(1);
      checkpoints.write("last", stoppedAdam.state(), emptyState);
      checkpoints.read("last", resumedAdam.state());
      resumedAdam.restoreSteps(stoppedAdam.steps());
      gradient(resumed, second);
      resumedAdam.step(0.5);
      assertThat(Tensors.toArray(resumed)).isEqualTo(Tensors.toArray(uninterrupted));
    }
  }

  @Test
  void rejectsDuplicateNames() {
    Tensor values = leaf(new float[2], 2);
    assertThatThrownBy(
            () -> new AdamW(List.of(group(PLAIN, "a", values), group(DECAYING, "a", values))))
        .hasMessage("two tensors are named a");
  }
}
