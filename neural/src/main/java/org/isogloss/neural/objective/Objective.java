package org.isogloss.neural.objective;

import org.bytedeco.pytorch.Tensor;

/**
 * What training makes small.
 *
 * @param <B> what it looks at in one step
 */
@FunctionalInterface
public interface Objective<B> {
  /**
   * The loss of a batch, one number; differentiable with respect to everything that is trained.
   * Runs inside the trainer's pointer scope: what must outlive the step is retained.
   */
  Tensor loss(B batch);

  /**
   * Computes the loss of a batch and adds its gradient, times a weight, to the gradients of
   * everything that is trained.
   */
  default LossValues backward(B batch, double weight) {
    return LossTensors.of(loss(batch)).backward(weight);
  }
}
