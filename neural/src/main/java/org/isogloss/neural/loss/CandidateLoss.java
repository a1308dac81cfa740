package org.isogloss.neural.loss;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The loss of scores of passages for queries, of which the first of each row is the best.
 *
 * @param kind how they are compared
 * @param margin for {@link Kind#HINGE}: by which the best is asked to lead
 */
public record CandidateLoss(Kind kind, double margin) {
  /** How scores are compared. */
  public enum Kind {
    /**
     * Binary cross-entropy of each score's sigmoid with whether the passage is relevant (Nogueira
     * and Cho 2019, equation 1).
     */
    BCE,
    /** The pairwise hinge loss of the best with each other one: {@link PairwiseHingeLoss}. */
    HINGE,
    /** Cross-entropy of the softmax over the row with the best one. */
    SOFTMAX
  }

  public CandidateLoss {
    requireNonNull(kind, "kind is null");
    RecipeChecks.requirePositive("margin", margin);
  }

  /**
   * The loss.
   *
   * @param scores {@code [queries, candidates]}, before any sigmoid
   * @param relevant the same shape, 1 for relevant and 0 for not
   * @return one number
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
