package org.isogloss.neural.loss;

import static java.util.Objects.requireNonNull;
import static org.bytedeco.pytorch.global.torch.cat;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Contrast of translations with the other sentences of their batch, in both directions: the mean
 * over both sides of {@code -log softmax(scale * cosine)} at the translation (van den Oord et al.
 * 2018, equation 4; with {@link InBatchNegatives#BOTH_SIDES} as in HICTL, Wei et al. 2021, equation
 * 2).
 */
public record InfoNceLoss(InBatchNegatives negatives) {
  public InfoNceLoss {
    requireNonNull(negatives, "negatives is null");
  }

  /**
   * The loss of a batch.
   *
   * @param left unit vectors {@code [n, dimension]}
   * @param right their translations, {@code [n, dimension]}
   * @param scale what cosines are multiplied by, one number: the inverse of the temperature
   * @param leftKeys {@code [n]}: equal for equal sentences; a sentence never is a negative of its
   *     twin, nor of its twin's translation
   * @param rightKeys the same for the right side
   * @return one number
   */
  public Tensor loss(Tensor left, Tensor right, Tensor scale, Tensor leftKeys, Tensor rightKeys) {
    long n = left.size(0);
    Tensor labels = torch.arange(new Scalar(n), leftKeys.options());
    Tensor twins =
        leftKeys
            .unsqueeze(0)
            .eq(leftKeys.unsqueeze(1))
            .logical_or(rightKeys.unsqueeze(0).eq(rightKeys.unsqueeze(1)));
    Tensor otherTwins = twins.clone().fill_diagonal_(new Scalar(0));
    Scalar never = new Scalar(Float.NEGATIVE_INFINITY);
    Tensor across = left.matmul(right.t()).mul(scale).masked_fill(otherTwins, never);
    Tensor forward = across;
    Tensor backward = across.t();
    if (negatives == InBatchNegatives.BOTH_SIDES) {
      Tensor amongLeft = left.matmul(left.t()).mul(scale).masked_fill(twins, never);
      Tensor amongRight = right.matmul(right.t()).mul(scale).masked_fill(twins, never);
      forward = cat(new TensorVector(forward, amongLeft), 1);
      backward = cat(new TensorVector(backward, amongRight), 1);
    }
    return torch
        .cross_entropy_loss(forward, labels)
        .add(torch.cross_entropy_loss(backward, labels))
        .mul(new Scalar(0.5));
  }
}
