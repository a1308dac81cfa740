package org.isogloss.neural.transformer;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/** Dropout (Srivastava et al. 2014), shared by all parts of a model, and on only in training. */
final class Dropout {
  private final double share;
  private boolean on;

  Dropout(double share) {
    this.share = share;
  }

  void training(boolean training) {
    on = training;
  }

  /** The share that is dropped now. */
  double share() {
    return on ? share : 0;
  }

  Tensor apply(Tensor in) {
    return share() > 0 ? torch.dropout(in, share, true) : in;
  }
}
