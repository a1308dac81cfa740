// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.optimizer;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * A trainable tensor with the state of its optimizer. Its gradients are those of {@code backward}
 * since {@link #clearGradients}.
 */
public interface TrainableTensor extends AutoCloseable {
  String name();

  /** Returns the gradients, to measure and scale them in place. */
  List<Tensor> gradients();

  void clearGradients();

  @Override
  void close();
}
