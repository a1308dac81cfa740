// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.optimizer;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** Updates trainable tensors by their gradients. */
public interface Optimizer extends AutoCloseable {
  /**
   * Makes one step by the current gradients, and clears them.
   *
   * @param learningRateFactor factor of the learning rate, from the schedule
   */
  void step(double learningRateFactor);

  /** Returns the tensors of this optimizer. */
  List<TrainableTensor> trainables();

  /**
   * Returns everything that a resumed run needs to continue exactly, the trained values included:
   * tensors by name, which are read and written in place.
   */
  Map<String, Tensor> state();

  /** Returns the number of steps. */
  long steps();

  /** Sets the number of steps, after {@link #state} was filled from a checkpoint. */
  void restoreSteps(long steps);

  @Override
  void close();
}
