package org.isogloss.neural.objective;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.torch.Tensors;

/**
 * What an objective found for a batch, while gradients can still flow through it.
 *
 * @param total what is made smaller, one number
 * @param parts the losses that it is made of, by name, before their weights; empty where it is one
 */
public record LossTensors(Tensor total, SequencedMap<String, Tensor> parts) {
  public LossTensors {
    requireNonNull(total, "total is null");
    parts = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(parts));
  }

  /** A loss without parts. */
  public static LossTensors of(Tensor total) {
    return new LossTensors(total, new LinkedHashMap<>());
  }

  /** Adds the gradient of the total, times a weight, to all that is trained. */
  LossValues backward(double weight) {
    (weight == 1 ? total : total.mul(Tensors.scalar(weight))).backward();
    Map<String, Double> numbers = new LinkedHashMap<>();
    parts.forEach((name, part) -> numbers.put(name, part.item_double()));
    return new LossValues(total.item_double(), numbers);
  }
}
