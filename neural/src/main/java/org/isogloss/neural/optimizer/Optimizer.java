// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.optimizer;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** Updates trainable tensors by gradient descent. */
public interface Optimizer extends AutoCloseable {
  /**
   * Makes one step with the current gradients, then clears them.
   *
   * @param learningRateFactor factor of the learning rate, for example that of a {@link
   *     LearningRateSchedule}
   */
  void step(double learningRateFactor);

  /** Returns the tensors that this optimizer updates. */
  List<TrainableTensor> trainables();

  /**
   * Returns the tensors that a resumed run needs to continue as if it had not been interrupted,
   * including the trained values, by name. Checkpoints read and write them in place.
   */
  Map<String, Tensor> state();

  /** Returns the number of steps made. */
  long steps();

  /** Sets the number of steps made, after {@link #state} was restored from a checkpoint. */
  void restoreSteps(long steps);

  @Override
  void close();
}
