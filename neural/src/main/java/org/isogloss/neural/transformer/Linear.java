// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;

/**
 * A linear map.
 *
 * @param weight {@code [out, in]}
 * @param bias {@code [out]}; empty if nothing is added
 */
public record Linear(Parameter weight, Optional<Parameter> bias) {
  /** Creates a map without a bias. */
  public Linear(Parameter weight) {
    this(weight, Optional.empty());
  }

  /** Creates a map with a bias. */
  public Linear(Parameter weight, Parameter bias) {
    this(weight, Optional.of(bias));
  }

  /** Maps {@code [..., in]} to {@code [..., out]}. */
  public Tensor apply(Tensor in) {
    return bias.map(added -> torch.linear(in, weight.values(), added.values()))
        .orElseGet(() -> torch.linear(in, weight.values()));
  }

  /** Returns the width of the output. */
  public int outputSize() {
    return Math.toIntExact(weight.values().size(0));
  }

  public List<Parameter> parameters() {
    List<Parameter> all = new ArrayList<>(List.of(weight));
    bias.ifPresent(all::add);
    return all;
  }
}
