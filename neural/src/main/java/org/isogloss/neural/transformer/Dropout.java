// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Dropout (Srivastava et al. 2014), shared by all parts of a model and active only in training. */
public final class Dropout {
  private final double rate;
  private boolean active;

  Dropout(double rate) {
    this.rate = rate;
  }

  void setTraining(boolean training) {
    active = training;
  }

  /** Returns the fraction of values that is currently dropped; 0 outside of training. */
  double rate() {
    return active ? rate : 0;
  }

  public Tensor apply(Tensor in) {
    return rate() > 0 ? torch.dropout(in, rate, true) : in;
  }
}
