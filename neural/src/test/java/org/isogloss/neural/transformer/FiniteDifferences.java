// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.DoubleBuffer;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;

/** Compares gradients with finite differences. */
public final class FiniteDifferences {
  private static final double STEP = 1e-5;
  private static final int SAMPLES = 5;

  private FiniteDifferences() {}

  /**
   * Checks some elements of each parameter: those with the greatest gradients, and random ones.
   *
   * @param parameters parameters in double precision
   * @param loss computes a scalar from the parameters, deterministically
   */
  // The scope frees the computed tensors.
  @SuppressWarnings("try")
  public static void check(List<Parameter> parameters, Supplier<Tensor> loss) {
    try (PointerScope scope = new PointerScope()) {
      loss.get().backward();
    }
    Random random = new Random(3);
    for (Parameter parameter : parameters) {
      double[] gradient = gradient(parameter);
      assertThat(gradient).as(parameter.name()).isNotEmpty();
      DoubleBuffer values = parameter.values().<DoubleBuffer>createBuffer();
      for (int i : sampleIndices(gradient, random)) {
        double before = values.get(i);
        values.put(i, before + STEP);
        double up = value(loss);
        values.put(i, before - STEP);
        double down = value(loss);
        values.put(i, before);
        double slope = (up - down) / (2 * STEP);
        assertThat(gradient[i])
            .as("gradient of %s at %d", parameter.name(), i)
            .isCloseTo(slope, within(1e-7 + 1e-5 * Math.abs(slope)));
      }
    }
  }

  @SuppressWarnings("try")
  private static double value(Supplier<Tensor> loss) {
    try (PointerScope scope = new PointerScope()) {
      return loss.get().item_double();
    }
  }

  private static double[] gradient(Parameter parameter) {
    Tensor gradient = parameter.values().grad().contiguous();
    double[] numbers = new double[Math.toIntExact(gradient.numel())];
    gradient.<DoubleBuffer>createBuffer().get(numbers);
    return numbers;
  }

  private static Set<Integer> sampleIndices(double[] gradient, Random random) {
    Set<Integer> chosen = new TreeSet<>();
    for (int n = 0; n < SAMPLES; n++) {
      int max = random.nextInt(gradient.length);
      chosen.add(max);
      for (int i = 0; i < gradient.length; i++) {
        if (!chosen.contains(i) && Math.abs(gradient[i]) > Math.abs(gradient[max])) {
          max = i;
        }
      }
      chosen.add(max);
    }
    return chosen;
  }
}
