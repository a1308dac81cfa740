// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Tensor;

/**
 * Penalises hubs: texts that are near to unrelated texts, because their vectors are near to the
 * mean of all (Radovanović, Nanopoulos and Ivanović, JMLR 2010, section 4).
 */
public final class HubnessPenalty {
  private HubnessPenalty() {}

  /**
   * Computes the penalty.
   *
   * @param vectors unit vectors {@code [n, width]}
   * @param bank unit vectors of unrelated texts, {@code [texts, width]}; no gradient flows to them
   * @return a scalar from 0 to 1: the mean over the vectors of the square of their mean cosine with
   *     the bank
   */
  public static Tensor loss(Tensor vectors, Tensor bank) {
    return vectors.matmul(bank.detach().mean(0)).square().mean();
  }
}
