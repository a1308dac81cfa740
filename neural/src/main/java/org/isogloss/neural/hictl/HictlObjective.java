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
 * What HICTL makes small: the sum of its parts over the same pairs (Wei et al. 2021, equation 7).
 */
record HictlObjective(List<Part> parts) implements Objective<HictlBatch> {
  /**
   * One of the losses.
   *
   * @param name that it has in the log
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

  /** One after the other, so that no more than one part's graph is in memory. */
  // The scope frees what is made inside it.
  @SuppressWarnings("try")
  @Override
  public LossValues backward(HictlBatch batch, double weight) {
    Map<String, Double> losses = new LinkedHashMap<>();
    double total = 0;
    for (Part part : parts) {
      try (PointerScope scope = new PointerScope()) {
        double found = part.objective().backward(batch, weight * part.weight()).total();
        losses.put(part.name(), found);
        total += part.weight() * found;
      }
    }
    return new LossValues(total, losses);
  }
}
