package org.isogloss.neural.optimizer;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * A tensor that training changes, with what its optimizer remembers of it. Its gradients are those
 * that {@code backward} left since {@link #clearGradients}.
 */
public interface TrainableTensor extends AutoCloseable {
  String name();

  /** The gradients there are, to measure and to scale in place. */
  List<Tensor> gradients();

  void clearGradients();

  @Override
  void close();
}
