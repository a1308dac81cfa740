// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.finetuning;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.transformer.TokenBatch;
import org.isogloss.neural.transformer.Transformer;

/**
 * The loss of a head on examples with known answers.
 *
 * @param <E> the example
 * @param transformer the transformer below the head
 * @param bf16 whether matrix products are computed in bfloat16
 * @param loss the loss of the head
 */
public record SupervisedObjective<E extends Example>(
    Transformer transformer, boolean bf16, HeadLoss<E> loss) implements Objective<List<E>> {
  /**
   * Computes the loss of a head.
   *
   * @param <E> the example
   */
  @FunctionalInterface
  public interface HeadLoss<E> {
    /**
     * Returns the mean loss of a batch, a scalar.
     *
     * @param hidden {@code [batch, tokens, hidden]}, from {@link Transformer#forward}
     * @param batch the inputs of the examples
     */
    Tensor of(Tensor hidden, TokenBatch batch, List<E> examples);
  }

  public SupervisedObjective {
    requireNonNull(transformer, "transformer is null");
    requireNonNull(loss, "loss is null");
  }

  @Override
  public Tensor loss(List<E> examples) {
    TokenBatch batch = transformer.batch(examples.stream().map(Example::input).toList());
    return Autocast.compute(
        bf16, transformer.device(), () -> loss.of(transformer.forward(batch), batch, examples));
  }
}
