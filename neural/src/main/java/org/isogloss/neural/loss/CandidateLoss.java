// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * A loss of the scores of candidate passages; the first passage of each row is the best one.
 *
 * @param kind how scores are compared
 * @param margin for {@link Kind#HINGE}: target difference between the best score and the others,
 *     above 0
 */
public record CandidateLoss(Kind kind, double margin) {
  /** How scores are compared. */
  public enum Kind {
    /**
     * Binary cross-entropy of the sigmoid of each score with the relevance of the passage (Nogueira
     * and Cho 2019, equation 1).
     */
    BCE,
    /**
     * The pairwise hinge loss of the best passage and each other one: {@link PairwiseHingeLoss}.
     */
    HINGE,
    /** Cross-entropy of the softmax over the row, with the best passage as the label. */
    SOFTMAX
  }

  public CandidateLoss {
    requireNonNull(kind, "kind is null");
    RecipeChecks.requirePositive("margin", margin);
  }

  /**
   * Computes the loss.
   *
   * @param scores {@code [queries, candidates]}, before any sigmoid
   * @param relevant of the same shape: 1 for relevant passages, 0 for the others
   * @return a scalar
   */
  public Tensor loss(Tensor scores, Tensor relevant) {
    long others = scores.size(1) - 1;
    return switch (kind) {
      case BCE -> torch.binary_cross_entropy_with_logits(scores, relevant);
      case HINGE ->
          new PairwiseHingeLoss(margin)
              .loss(
                  scores.narrow(1, 0, 1).expand(scores.size(0), others),
                  scores.narrow(1, 1, others));
      case SOFTMAX -> torch.log_softmax(scores, 1).select(1, 0).mean().mul(new Scalar(-1));
    };
  }
}
