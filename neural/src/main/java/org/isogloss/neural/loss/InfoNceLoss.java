// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import static java.util.Objects.requireNonNull;
import static org.bytedeco.pytorch.global.torch.cat;

import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * Contrastive loss of translations, with the other sentences of the batch as negatives: the mean
 * over both directions of {@code -log softmax(scale * cosine)} of the translation (van den Oord et
 * al. 2018, equation 4; with {@link InBatchNegatives#BOTH_SIDES} as in HICTL, Wei et al. 2021,
 * equation 2).
 *
 * @param negatives which sentences are negatives
 */
public record InfoNceLoss(InBatchNegatives negatives) {
  public InfoNceLoss {
    requireNonNull(negatives, "negatives is null");
  }

  /**
   * Computes the loss of a batch.
   *
   * @param left unit vectors {@code [n, dimension]}
   * @param right their translations, {@code [n, dimension]}
   * @param scale factor of the cosines, a scalar: the inverse of the temperature
   * @param leftKeys {@code [n]}: equal for equal sentences, also of the other side; a sentence is
   *     never a negative for an equal sentence or its translation
   * @param rightKeys the same for the right side
   * @return a scalar
   */
  public Tensor loss(Tensor left, Tensor right, Tensor scale, Tensor leftKeys, Tensor rightKeys) {
    long n = left.size(0);
    Tensor labels = torch.arange(new Scalar(n), leftKeys.options());
    Tensor crossing = equal(leftKeys, rightKeys);
    Tensor duplicates =
        equal(leftKeys, leftKeys)
            .logical_or(equal(rightKeys, rightKeys))
            .logical_or(crossing)
            .logical_or(crossing.t());
    Tensor otherDuplicates = duplicates.clone().fill_diagonal_(new Scalar(0));
    Scalar minusInfinity = new Scalar(Float.NEGATIVE_INFINITY);
    Tensor across = left.matmul(right.t()).mul(scale).masked_fill(otherDuplicates, minusInfinity);
    Tensor forward = across;
    Tensor backward = across.t();
    if (negatives == InBatchNegatives.BOTH_SIDES) {
      Tensor withinLeft = left.matmul(left.t()).mul(scale).masked_fill(duplicates, minusInfinity);
      Tensor withinRight =
          right.matmul(right.t()).mul(scale).masked_fill(duplicates, minusInfinity);
      forward = cat(new TensorVector(forward, withinLeft), 1);
      backward = cat(new TensorVector(backward, withinRight), 1);
    }
    return torch
        .cross_entropy_loss(forward, labels)
        .add(torch.cross_entropy_loss(backward, labels))
        .mul(new Scalar(0.5));
  }

  /** Compares each key of the first tensor, in the rows, with each of the second one. */
  private static Tensor equal(Tensor rows, Tensor columns) {
    return rows.unsqueeze(1).eq(columns.unsqueeze(0));
  }
}
