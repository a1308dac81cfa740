// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.KLDivLossOptions;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.bytedeco.pytorch.kBatchMean;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The distance between a student and its teacher (Hinton et al. 2015; Reimers and Gurevych 2020,
 * equation 1).
 *
 * @param measure how student and teacher are compared
 * @param scale for {@link Measure#KL} and {@link #contrastiveLoss}: factor of the scores before the
 *     softmax, the inverse of the temperature
 */
public record DistillationLoss(Measure measure, double scale) {
  /** How student and teacher are compared. */
  public enum Measure {
    /**
     * The squared distance of two rows, averaged over the rows; for rows of the width w, w times
     * the mean squared error.
     */
    MSE,
    /** One minus the cosine of two vectors or rows of scores. */
    COSINE,
    /**
     * The Kullback-Leibler divergence of the student's distribution over a row of scores from the
     * teacher's; vectors may differ in width if it is taken over their cosines with each other.
     */
    KL
  }

  public DistillationLoss {
    requireNonNull(measure, "measure is null");
    RecipeChecks.requirePositive("scale", scale);
  }

  /**
   * Computes the loss.
   *
   * @param student {@code [n, width]}: vectors, or a row of scores per query
   * @param teacher of the same shape; no gradient flows to it
   * @return a scalar, the mean over the rows
   */
  public Tensor loss(Tensor student, Tensor teacher) {
    Tensor target = teacher.detach();
    return switch (measure) {
      case MSE -> student.sub(target).square().sum(1).mean();
      case COSINE ->
          student
              .mul(target)
              .sum(1)
              .div(norm(student).mul(norm(target)))
              .mean()
              .neg()
              .add(new Scalar(1));
      case KL ->
          torch.kl_div(
              torch.log_softmax(student.mul(new Scalar(scale)), 1),
              torch.softmax(target.mul(new Scalar(scale)), 1),
              options());
    };
  }

  private static Tensor norm(Tensor rows) {
    return rows.square().sum(1).sqrt();
  }

  private static KLDivLossOptions options() {
    KLDivLossOptions options = new KLDivLossOptions();
    options.reduction().put(new kBatchMean());
    return options;
  }

  /**
   * Computes the loss of vectors. With {@link Measure#KL}, the cosines of each vector with all
   * vectors are the scores, so that the student learns the same neighbours instead of the same
   * vectors.
   *
   * @param student unit vectors {@code [n, width]}
   * @param teacher unit vectors {@code [n, width]}; with {@link Measure#KL}, the width may differ
   * @return a scalar, the mean over the rows
   */
  public Tensor vectorLoss(Tensor student, Tensor teacher) {
    return measure == Measure.KL
        ? loss(student.matmul(student.t()), teacher.matmul(teacher.t()))
        : loss(student, teacher);
  }

  /**
   * Computes the contrastive loss with the teacher's vectors (Tian et al. 2020): the teacher's
   * vector of a text is the positive, those of the other texts of the batch are the negatives. The
   * loss is {@code -log softmax(scale * cosine)} of the positive, averaged over the texts.
   *
   * @param student unit vectors {@code [n, width]}
   * @param teacher unit vectors {@code [n, width]}; no gradient flows to them
   * @param keys {@code [n]}: equal if the teacher read equal texts, which are no negatives of each
   *     other
   * @return a scalar
   */
  public Tensor contrastiveLoss(Tensor student, Tensor teacher, Tensor keys) {
    Tensor duplicates = keys.unsqueeze(0).eq(keys.unsqueeze(1)).fill_diagonal_(new Scalar(0));
    Tensor scores =
        student
            .matmul(teacher.detach().t())
            .mul(new Scalar(scale))
            .masked_fill(duplicates, new Scalar(Float.NEGATIVE_INFINITY));
    return torch.cross_entropy_loss(
        scores, torch.arange(new Scalar(student.size(0)), keys.options()));
  }

  /**
   * Computes the loss with a memory bank (Fang et al. 2021, equations 3 to 6; their bank is a
   * queue): the divergence of the student's distribution over the cosines of a text with the
   * teacher's vectors of the batch and of the bank from the teacher's distribution, both with the
   * {@code scale}.
   *
   * @param student unit vectors {@code [n, width]}
   * @param teacher unit vectors {@code [n, width]}; no gradient flows to them
   * @param bank the teacher's unit vectors of other texts, {@code [texts, width]}
   * @return a scalar, the mean over the rows
   */
  public Tensor memoryBankLoss(Tensor student, Tensor teacher, Tensor bank) {
    Tensor target = teacher.detach();
    Tensor all = torch.cat(new TensorVector(target, bank), 0).t();
    return new DistillationLoss(Measure.KL, scale).loss(student.matmul(all), target.matmul(all));
  }
}
