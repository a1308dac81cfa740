package org.isogloss.neural;

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
}
