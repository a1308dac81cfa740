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
 * The losses of a batch as tensors, through which gradients can still be propagated.
 *
 * @param total the loss to minimise, a scalar
 * @param parts the unweighted losses of which the total is composed, by name; empty if there is
 *     only one
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

  /** Adds the gradient of the total, times a weight, to the gradients of all trained tensors. */
  public LossValues backward(double weight) {
    (weight == 1 ? total : total.mul(Tensors.scalar(weight))).backward();
    Map<String, Double> values = new LinkedHashMap<>();
    parts.forEach((name, part) -> values.put(name, part.item_double()));
    return new LossValues(total.item_double(), values);
  }
}
