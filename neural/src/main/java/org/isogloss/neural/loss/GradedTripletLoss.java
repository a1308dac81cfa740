// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The graded triplet loss (Wang et al. 2021, equation 2): {@code max(eta (rel+ - rel-) - (s+ - s-),
 * 0)}. The target difference of the scores grows with the difference in relevance.
 *
 * @param eta margin per grade, above 0
 */
public record GradedTripletLoss(double eta) {
  public GradedTripletLoss {
    RecipeChecks.requirePositive("eta", eta);
  }

  /**
   * Computes the loss.
   *
   * @param better {@code [n]}: scores of the better passages
   * @param worse {@code [n]}: scores of the worse passages for the same queries
   * @param grades {@code [n]}: difference in grade between the two passages, above 0
   * @return a scalar, the mean
   */
  public Tensor loss(Tensor better, Tensor worse, Tensor grades) {
    return grades.mul(new Scalar(eta)).sub(better.sub(worse)).relu().mean();
  }
}
