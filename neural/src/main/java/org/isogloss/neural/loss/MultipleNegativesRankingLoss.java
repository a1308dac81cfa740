package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Contrast of a query's passage with all other passages of the batch, those that were chosen to
 * stand against it among them: {@code -log softmax(scale * cosine)} at the query's own (Karpukhin
 * et al. 2020, equation 2).
 *
 * @param scale what cosines are multiplied by, above 0
 */
public record MultipleNegativesRankingLoss(double scale) {
  public MultipleNegativesRankingLoss {
    RecipeChecks.requirePositive("scale", scale);
  }

  /**
   * The loss.
   *
   * @param queries unit vectors {@code [n, dimension]}
   * @param positives the passage that each query asks for, {@code [n, dimension]}
   * @param hardNegatives hard negatives, {@code [m, dimension]}; m may be 0
   * @param queryKeys {@code [n]}: equal for equal queries, whose passages are no negatives of each
   *     other
   * @param positiveKeys {@code [n]}: equal for equal passages
   * @param hardNegativeKeys {@code [m]}: the same, numbered together with the better ones
   * @return one number, the mean
   */
  public Tensor loss(
      Tensor queries,
      Tensor positives,
      Tensor hardNegatives,
      Tensor queryKeys,
      Tensor positiveKeys,
      Tensor hardNegativeKeys) {
    Tensor passages = torch.cat(new TensorVector(positives, hardNegatives), 0);
    return loss(queries.matmul(passages.t()), queryKeys, positiveKeys, hardNegativeKeys);
  }

  /**
   * The loss of scores, whatever they were computed by.
   *
   * @param similarities in place of cosines, {@code [n, n + m]}: each query's with the passages
   *     that the queries ask for, then with the hard negatives
   * @param queryKeys as above, like the others
   * @return one number, the mean
   */
  public Tensor loss(
      Tensor similarities, Tensor queryKeys, Tensor positiveKeys, Tensor hardNegativeKeys) {
    long n = similarities.size(0);
    Scalar never = new Scalar(Float.NEGATIVE_INFINITY);
    // What answers the same query, or reads the same as its answer, is no negative.
    Tensor sameQuery = queryKeys.unsqueeze(1).eq(queryKeys.unsqueeze(0));
    Tensor own = torch.eye(n, queryKeys.options()).to(sameQuery.scalar_type());
    Tensor excludedBetter =
        sameQuery
            .logical_or(positiveKeys.unsqueeze(1).eq(positiveKeys.unsqueeze(0)))
            .logical_and(own.logical_not());
    Tensor excludedWorse = positiveKeys.unsqueeze(1).eq(hardNegativeKeys.unsqueeze(0));
    Tensor excluded = torch.cat(new TensorVector(excludedBetter, excludedWorse), 1);
    Tensor scores = similarities.mul(new Scalar(scale)).masked_fill(excluded, never);
    return torch.cross_entropy_loss(scores, torch.arange(new Scalar(n), queryKeys.options()));
  }
}
