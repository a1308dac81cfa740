package org.isogloss.neural.optimizer;

import java.util.List;
import java.util.Map;
import org.bytedeco.pytorch.Tensor;

/** Moves trainable tensors against their gradients. */
public interface Optimizer extends AutoCloseable {
  /**
   * One step along the gradients there are; clears them.
   *
   * @param learningRateFactor what the learning rate is multiplied by: the schedule's say
   */
  void step(double learningRateFactor);

  /** What this optimizer moves. */
  List<TrainableTensor> trainables();

  /**
   * Everything that a resumed run needs to go on as if nothing had happened, the trained values
   * too: tensors by name, which are read from and written to in place.
   */
  Map<String, Tensor> state();

  /** How many steps were made. */
  long steps();

  /** Sets the number of steps made, after {@link #state} was filled from a checkpoint. */
  void restoreSteps(long steps);

  @Override
  void close();
}
