// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import java.util.Set;
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
   * Returns the names of the tasks to which a batch belongs, if it is one of several tasks; empty
   * otherwise.
   */
  default Set<String> tasks(B batch) {
    return Set.of();
  }

  /**
   * Computes the loss of a batch and adds its gradient, times a weight, to the gradients of all
   * trainable tensors.
   */
  default LossValues backward(B batch, double weight) {
    return LossTensors.of(loss(batch)).backward(weight);
  }
}
