// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.Tensors;

/**
 * The exponential moving average of trained tensors over the steps of a training, an alternative to
 * a decaying learning rate (after Polyak and Juditsky 1992, who take the plain mean). After step t,
 * counted from 1, the average moves by 1 - min(decay, t / (t + 9)) towards the tensors, so that the
 * initial values are soon forgotten.
 */
final class WeightAverage implements AutoCloseable {
  private final double decay;
  private final Map<String, Tensor> trained;
  private final SequencedMap<String, Tensor> averages = new LinkedHashMap<>();

  /**
   * Creates an average that starts at the current values.
   *
   * @param decay in (0, 1)
   * @param trained the tensors by name; {@link #swap} changes their elements in place
   */
  // The scope frees the tensors that are created inside it.
  @SuppressWarnings("try")
  WeightAverage(double decay, Map<String, Tensor> trained) {
    this.decay = decay;
    this.trained = Map.copyOf(trained);
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      trained.forEach(
          (name, values) -> averages.put(name, Tensors.retain(values.detach().clone())));
    }
  }

  /**
   * Adds the current values.
   *
   * @param step number of steps made, at least 1
   */
  @SuppressWarnings("try")
  void add(long step) {
    double share = 1 - Math.min(decay, step / (step + 9.0));
    try (PointerScope scope = new PointerScope();
        NoGradGuard guard = new NoGradGuard()) {
      averages.forEach((name, average) -> average.lerp_(trained.get(name), Tensors.scalar(share)));
    }
  }

  /** Exchanges the elements of the trained tensors and of their averages. */
  @SuppressWarnings("try")
  void swap() {
    try (NoGradGuard guard = new NoGradGuard()) {
      averages.forEach(
          (name, average) -> {
            try (PointerScope scope = new PointerScope()) {
              Tensor values = trained.get(name);
              Tensor copy = values.detach().clone();
              values.copy_(average);
              average.copy_(copy);
            }
          });
    }
  }

  /** Returns the averages by name, for checkpoints. */
  Map<String, Tensor> state() {
    Map<String, Tensor> state = new HashMap<>();
    averages.forEach((name, average) -> state.put(name + ".average", average));
    return state;
  }

  @Override
  public void close() {
    averages.values().forEach(Tensor::close);
  }
}
