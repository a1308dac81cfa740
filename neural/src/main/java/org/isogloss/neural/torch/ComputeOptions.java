// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.torch;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.recipe.Default;

/**
 * The device and the precision of a training.
 *
 * @param device {@code cpu}, {@code cuda} or {@code cuda:N}
 * @param bf16 whether matrix products are computed in bfloat16, which is faster on processors that
 *     support it; weights, sums and the optimizer stay in single precision
 */
public record ComputeOptions(@Default("cpu") String device, @Default("false") boolean bf16) {
  public ComputeOptions {
    if (!requireNonNull(device, "device is null").matches("cpu|cuda(:[0-9]{1,3})?")) {
      throw new IllegalArgumentException(
          "device is \"" + device + "\", expected cpu, cuda or cuda:N");
    }
  }
}
