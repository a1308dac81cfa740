// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Tensor;

/**
 * A regulariser that makes vectors sparse: the expected number of multiplications of a search,
 * smoothed (Paria et al. 2020; Formal et al., <i>SPLADE</i>, 2021, equation 4). It is the sum over
 * all terms of the square of the mean weight of the term in the batch, so that it lowers the
 * weights of frequent terms most.
 */
public final class FlopsLoss {
  private FlopsLoss() {}

  /**
   * Computes the loss.
   *
   * @param weights weights of terms, 0 or above, {@code [texts, terms]}
   * @return a scalar
   */
  public static Tensor loss(Tensor weights) {
    return weights.mean(0).square().sum();
  }
}
