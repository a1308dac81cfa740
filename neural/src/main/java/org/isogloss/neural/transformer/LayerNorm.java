// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Layer normalisation (Ba et al. 2016).
 *
 * @param weight {@code [width]}
 * @param bias {@code [width]}
 * @param epsilon value added to the variance
 */
public record LayerNorm(Parameter weight, Parameter bias, double epsilon) {
  public Tensor apply(Tensor in) {
    return torch.layer_norm(
        in,
        new long[] {weight.values().size(0)},
        new TensorOptional(weight.values()),
        new TensorOptional(bias.values()),
        epsilon,
        true);
  }

  public List<Parameter> parameters() {
    return List.of(weight, bias);
  }
}
