// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.architecture.Activation;

/** Applies activation functions to tensors. */
public final class Activations {
  private Activations() {}

  public static Tensor apply(Activation activation, Tensor in) {
    return switch (activation) {
      case GELU -> torch.gelu(in);
      case GELU_TANH -> torch.gelu(in, "tanh");
      case RELU -> torch.relu(in);
      case SILU -> torch.silu(in);
    };
  }
}
