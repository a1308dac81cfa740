// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarTypeOptional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.architecture.Normalization.Kind;

/**
 * A normalisation of vectors: layer normalisation (Ba et al. 2016), or by the root mean square
 * (Zhang and Sennrich 2019).
 *
 * @param weight {@code [width]}
 * @param bias {@code [width]}
 * @param epsilon value added to the variance, or to the mean square
 */
public record Norm(Kind kind, Parameter weight, Optional<Parameter> bias, double epsilon) {
  /** Normalises {@code [..., width]}. */
  public Tensor apply(Tensor in) {
    return switch (kind) {
      case LAYER ->
          torch.layer_norm(
              in,
              new long[] {weight.values().size(0)},
              new TensorOptional(weight.values()),
              bias.map(parameter -> new TensorOptional(parameter.values()))
                  .orElseGet(TensorOptional::new),
              epsilon,
              true);
      case RMS -> divided(in).mul(weight.values());
      case RMS_PLUS_ONE -> divided(in).mul(weight.values().add(new Scalar(1)));
    };
  }

  /** Divides vectors by their root mean squares, in the precision of the weight. */
  private Tensor divided(Tensor in) {
    Tensor exact = in.to(weight.values().scalar_type());
    Tensor meanSquares = exact.square().mean(new long[] {-1}, true, new ScalarTypeOptional());
    return exact.mul(meanSquares.add(new Scalar(epsilon)).rsqrt());
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(List.of(weight));
    bias.ifPresent(all::add);
    return all;
  }
}
