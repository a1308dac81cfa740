// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.Tensors;

/**
 * The loss of a batch as tensors with a graph.
 *
 * @param total the minimised loss, one number
 * @param parts component losses by name, before weighting; empty for a single loss
 */
public record LossTensors(Tensor total, SequencedMap<String, Tensor> parts) {
  public LossTensors {
    requireNonNull(total, "total is null");
    parts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parts));
  }

  /** Returns a loss without parts. */
  public static LossTensors of(Tensor total) {
    return new LossTensors(total, new LinkedHashMap<>());
  }

  /** Adds the gradient of the total, times a weight, to all trainable tensors. */
  LossValues backward(double weight) {
    (weight == 1 ? total : total.mul(Tensors.scalar(weight))).backward();
    Map<String, Double> numbers = new LinkedHashMap<>();
    parts.forEach((name, part) -> numbers.put(name, part.item_double()));
    return new LossValues(total.item_double(), numbers);
  }
}
