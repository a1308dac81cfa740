// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.optimizer;

import java.util.List;
import org.bytedeco.pytorch.Tensor;

/**
 * A tensor that training updates, with the state that its optimizer keeps for it. Its gradients are
 * those that {@code backward} accumulated since the last call of {@link #clearGradients}.
 */
public interface TrainableTensor extends AutoCloseable {
  String name();

  /** Returns the gradients, which the caller can scale in place; empty if there are none. */
  List<Tensor> gradients();

  void clearGradients();

  @Override
  void close();
}
