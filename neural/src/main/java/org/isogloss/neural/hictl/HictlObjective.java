// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Tensors;

/**
 * The objective of HICTL: the weighted sum of its parts on the same pairs (Wei et al. 2021,
 * equation 7).
 *
 * @param parts the losses
 */
record HictlObjective(List<Part> parts) implements Objective<HictlBatch> {
  /**
   * One of the losses.
   *
   * @param name name in the log
   * @param weight weight of the loss
   * @param objective the loss
   */
  record Part(String name, double weight, Objective<HictlBatch> objective) {}

  HictlObjective {
    parts = List.copyOf(parts);
  }

  @Override
  public Tensor loss(HictlBatch batch) {
    return parts.stream()
        .map(part -> part.objective().loss(batch).mul(Tensors.scalar(part.weight())))
        .reduce(Tensor::add)
        .orElseThrow();
  }

  /** Computes one part after the other, so that only the graph of one part is in memory. */
  // The scope frees the tensors that are created inside it.
  @SuppressWarnings("try")
  @Override
  public LossValues backward(HictlBatch batch, double weight) {
    Map<String, Double> losses = new LinkedHashMap<>();
    double total = 0;
    for (Part part : parts) {
      try (PointerScope scope = new PointerScope()) {
        LossValues values = part.objective().backward(batch, weight * part.weight());
        losses.put(part.name(), values.total());
        values.parts().forEach((name, value) -> losses.put(part.name() + '-' + name, value));
        total += part.weight() * values.total();
      }
    }
    return new LossValues(total, losses);
  }
}
