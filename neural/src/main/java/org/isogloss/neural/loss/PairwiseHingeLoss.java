// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The pairwise hinge loss (Joachims 2002): {@code max(margin - (s+ - s-), 0)}.
 *
 * @param margin target difference between the scores of the better and the worse passage, above 0
 */
public record PairwiseHingeLoss(double margin) {
  public PairwiseHingeLoss {
    RecipeChecks.requirePositive("margin", margin);
  }

  /**
   * Computes the loss.
   *
   * @param better {@code [n]}: scores of the better passages
   * @param worse {@code [n]}: scores of the worse passages for the same queries
   * @return a scalar, the mean
   */
  public Tensor loss(Tensor better, Tensor worse) {
    return worse.sub(better).add(new Scalar(margin)).relu().mean();
  }
}
