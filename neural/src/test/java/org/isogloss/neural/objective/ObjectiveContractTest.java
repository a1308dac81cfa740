// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.DoubleBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch.ScalarType;
import org.isogloss.neural.torch.RequiresTorch;
import org.junit.jupiter.api.Test;

/**
 * The contract of {@link Objective}, with a model without dropout.
 *
 * @param <B> type of a batch
 */
@RequiresTorch
public abstract class ObjectiveContractTest<B> {
  private static final double TOLERANCE = 1e-4;

  protected abstract Objective<B> objective();

  /** Returns a batch, always the same. */
  protected abstract B batch();

  /** Returns the tensors that the objective trains. */
  protected abstract List<Tensor> parameters();

  /** What computes gradients. */
  @FunctionalInterface
  private interface Computation {
    void run();
  }

  private double[] gradient(Computation computation) {
    parameters().forEach(parameter -> parameter.mutable_grad().reset());
    computation.run();
    List<double[]> parts = new ArrayList<>();
    for (Tensor parameter : parameters()) {
      double[] part = new double[Math.toIntExact(parameter.numel())];
      if (parameter.grad().defined()) {
        Tensor dense = parameter.grad().to_dense().to(ScalarType.Double).contiguous();
        dense.<DoubleBuffer>createBuffer().get(part);
      }
      parts.add(part);
    }
    parameters().forEach(parameter -> parameter.mutable_grad().reset());
    return parts.stream().flatMapToDouble(Arrays::stream).toArray();
  }

  private static void assertMultiple(double[] actual, double factor, double[] expected) {
    double largest = 0;
    for (double number : expected) {
      largest = Math.max(largest, Math.abs(number));
    }
    assertThat(largest).as("the loss depends on the parameters").isPositive();
    for (int i = 0; i < expected.length; i++) {
      assertThat(actual[i])
          .as("component %d", i)
          .isCloseTo(factor * expected[i], within(TOLERANCE * factor * largest));
    }
  }

  // The scopes free the tensors that are created inside them.
  @SuppressWarnings("try")
  @Test
  void theLossDependsOnTheBatchAlone() {
    try (PointerScope scope = new PointerScope()) {
      Tensor loss = objective().loss(batch());
      assertThat(loss.dim()).as("a scalar").isZero();
      assertThat(loss.item_double())
          .isFinite()
          .isCloseTo(objective().loss(batch()).item_double(), within(1e-6));
    }
  }

  @SuppressWarnings("try")
  @Test
  void reportsTheLossOfTheBatch() {
    try (PointerScope scope = new PointerScope()) {
      double loss = objective().loss(batch()).item_double();
      for (double weight : new double[] {1, 0.25}) {
        LossValues reported = objective().backward(batch(), weight);
        assertThat(reported.total()).isCloseTo(loss, within(TOLERANCE * Math.max(1, loss)));
        assertThat(reported.parts().values()).allSatisfy(part -> assertThat(part).isFinite());
      }
    }
  }

  @SuppressWarnings("try")
  @Test
  void addsTheGradientOfTheLossTimesTheWeight() {
    try (PointerScope scope = new PointerScope()) {
      double[] expected = gradient(() -> objective().loss(batch()).backward());
      assertMultiple(gradient(() -> objective().backward(batch(), 1)), 1, expected);
      assertMultiple(gradient(() -> objective().backward(batch(), 0.25)), 0.25, expected);
      Computation twice =
          () -> {
            objective().backward(batch(), 1);
            objective().backward(batch(), 2);
          };
      assertMultiple(gradient(twice), 3, expected);
    }
  }

  @Test
  void namesTheTasksOfABatch() {
    assertThat(objective().tasks(batch()))
        .doesNotContainNull()
        .isEqualTo(objective().tasks(batch()));
  }
}
