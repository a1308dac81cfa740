// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Contrastive loss of queries and passages: all other passages of the batch, including the hard
 * negatives, are negatives for a query. The loss is {@code -log softmax(scale * cosine)} of the
 * positive passage (Karpukhin et al. 2020, equation 2).
 *
 * @param scale factor of the cosines, above 0
 */
public record MultipleNegativesRankingLoss(double scale) {
  public MultipleNegativesRankingLoss {
    RecipeChecks.requirePositive("scale", scale);
  }

  /**
   * Computes the loss of vectors.
   *
   * @param queries unit vectors {@code [n, dimension]}
   * @param positives unit vector of the positive passage of each query, {@code [n, dimension]}
   * @param hardNegatives unit vectors of hard negatives, {@code [m, dimension]}; m may be 0
   * @param queryKeys {@code [n]}: equal for equal queries, whose passages are no negatives for each
   *     other
   * @param positiveKeys {@code [n]}: equal for equal passages
   * @param hardNegativeKeys {@code [m]}: keys of the hard negatives, equal to a positive key for an
   *     equal passage
   * @return a scalar, the mean
   */
  public Tensor loss(
      Tensor queries,
      Tensor positives,
      Tensor hardNegatives,
      Tensor queryKeys,
      Tensor positiveKeys,
      Tensor hardNegativeKeys) {
    Tensor passages = torch.cat(new TensorVector(positives, hardNegatives), 0);
    Tensor similarities = queries.matmul(passages.t());
    return loss(
        similarities,
        queryKeys,
        positiveKeys,
        hardNegativeKeys,
        torch.zeros_like(similarities).to(torch.ScalarType.Bool));
  }

  /**
   * Computes the loss of similarities of any kind.
   *
   * @param similarities replace the cosines, {@code [n, n + m]}: of each query with the positives,
   *     then with the hard negatives
   * @param queryKeys {@code [n]}: equal for equal queries
   * @param positiveKeys {@code [n]}: equal for equal passages
   * @param hardNegativeKeys {@code [m]}: keys of the hard negatives
   * @param noNegatives bool, of the shape of the similarities: further passages that are no
   *     negatives of a query, such as other versions of its positive passage, which are judged
   *     relevant
   * @return a scalar, the mean
   */
  public Tensor loss(
      Tensor similarities,
      Tensor queryKeys,
      Tensor positiveKeys,
      Tensor hardNegativeKeys,
      Tensor noNegatives) {
    long n = similarities.size(0);
    Scalar minusInfinity = new Scalar(Float.NEGATIVE_INFINITY);
    // A passage that answers the same query, or equals its positive passage, is no negative.
    Tensor positives =
        queryKeys
            .unsqueeze(1)
            .eq(queryKeys.unsqueeze(0))
            .logical_or(positiveKeys.unsqueeze(1).eq(positiveKeys.unsqueeze(0)));
    Tensor hardNegatives = positiveKeys.unsqueeze(1).eq(hardNegativeKeys.unsqueeze(0));
    Tensor own =
        torch.eye(n, similarities.size(1), queryKeys.options()).to(noNegatives.scalar_type());
    Tensor excluded =
        torch
            .cat(new TensorVector(positives, hardNegatives), 1)
            .logical_or(noNegatives)
            .logical_and(own.logical_not());
    Tensor scores = similarities.mul(new Scalar(scale)).masked_fill(excluded, minusInfinity);
    return torch.cross_entropy_loss(scores, torch.arange(new Scalar(n), queryKeys.options()));
  }
}
