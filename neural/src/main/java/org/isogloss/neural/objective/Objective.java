// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import org.bytedeco.pytorch.Tensor;

/**
 * A function that training minimises.
 *
 * @param <B> a batch
 */
@FunctionalInterface
public interface Objective<B> {
  /**
   * Returns the loss of a batch, one number, differentiable with respect to all trainable tensors.
   * Runs in the trainer's pointer scope: tensors that must outlive the step must be retained.
   */
  Tensor loss(B batch);

  /**
   * Computes the loss of a batch and adds its gradient, times a weight, to the gradients of all
   * trainable tensors.
   */
  default LossValues backward(B batch, double weight) {
    return LossTensors.of(loss(batch)).backward(weight);
  }
}
