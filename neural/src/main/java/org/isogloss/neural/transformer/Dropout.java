// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Dropout (Srivastava et al. 2014), shared by all parts of a model, active in training only. */
public final class Dropout {
  private final double rate;
  private boolean active;

  Dropout(double share) {
    this.rate = share;
  }

  void setTraining(boolean training) {
    active = training;
  }

  /** Returns the current dropout probability. */
  double rate() {
    return active ? rate : 0;
  }

  public Tensor apply(Tensor in) {
    return rate() > 0 ? torch.dropout(in, rate, true) : in;
  }
}
