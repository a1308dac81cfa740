package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The graded triplet loss (Li et al. 2021, equation 2): {@code max(eta (rel+ - rel-) - (s+ - s-),
 * 0)}; the more two passages differ in relevance, the further their scores are asked to be apart.
 *
 * @param eta margin for each grade, above 0
 */
public record GradedTripletLoss(double eta) {
  public GradedTripletLoss {
    RecipeChecks.requirePositive("eta", eta);
  }

  /**
   * The loss.
   *
   * @param better {@code [n]}: scores of the better passages
   * @param worse {@code [n]}: scores of the worse ones, for the same queries
   * @param grades {@code [n]}: by how many grades the better is better, above 0
   * @return one number, the mean
   */
  public Tensor loss(Tensor better, Tensor worse, Tensor grades) {
    return grades.mul(new Scalar(eta)).sub(better.sub(worse)).relu().mean();
  }
}
