// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A linear map with a bias.
 *
 * @param weight {@code [out, in]}
 * @param bias {@code [out]}
 */
public record Linear(Parameter weight, Parameter bias) {
  /** Maps {@code [..., in]} to {@code [..., out]}. */
  public Tensor apply(Tensor in) {
    return torch.linear(in, weight.values(), bias.values());
  }

  /** Returns the width of the output. */
  public int outputSize() {
    return Math.toIntExact(weight.values().size(0));
  }

  public List<Parameter> parameters() {
    return List.of(weight, bias);
  }
}
