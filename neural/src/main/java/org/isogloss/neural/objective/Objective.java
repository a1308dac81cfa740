// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import org.bytedeco.pytorch.Tensor;

/**
 * A loss that training minimises.
 *
 * @param <B> type of a batch
 */
@FunctionalInterface
public interface Objective<B> {
  /**
   * Returns the loss of a batch: a scalar that is differentiable with respect to everything that is
   * trained. The trainer calls this method inside a pointer scope, so tensors that must outlive the
   * step have to be retained.
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
