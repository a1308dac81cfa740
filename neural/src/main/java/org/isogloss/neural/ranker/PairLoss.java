package org.isogloss.neural.ranker;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.Distillation;
import org.isogloss.neural.InfoNce;
import org.isogloss.neural.Tensors;

/**
 * Something that is asked of the vectors of pairs.
 *
 * @param name that it has in the log
 * @param weight what it is multiplied by
 * @param loss one number
 */
record PairLoss(String name, double weight, Function<PairVectors, Tensor> loss) {
  /** {@link InfoNce} between the two sides. */
  static PairLoss of(BiEncoderObjectives.Contrast plan) {
    InfoNce contrast = new InfoNce(plan.negatives());
    return new PairLoss(
        "contrast",
        plan.weight(),
        pairs ->
            contrast.loss(
                pairs.left(),
                pairs.right(),
                torch
                    .full(new long[0], Tensors.scalar(plan.scale()))
                    .to(pairs.left().device(), pairs.left().scalar_type()),
                pairs.leftKeys(),
                pairs.rightKeys()));
  }

  /**
   * Distillation into many languages (Reimers and Gurevych 2020, equation 1): both sides are to get
   * the vector that a teacher gives one of them; beside it, where that is asked, contrast of both
   * with the vectors that it gives the batch's other pairs.
   */
  static List<PairLoss> of(BiEncoderObjectives.Distilled plan) {
    Distillation distillation = new Distillation(plan.loss(), plan.scale());
    List<PairLoss> losses = new ArrayList<>();
    losses.add(
        new PairLoss(
            "distillation",
            plan.weight(),
            pairs -> {
              Tensor shown = pairs.shown().orElseThrow().vectors();
              return distillation.vectorLoss(both(pairs.left(), pairs.right()), both(shown, shown));
            }));
    if (plan.contrast() > 0) {
      losses.add(
          new PairLoss(
              "distillation-contrast",
              plan.contrast(),
              pairs -> {
                PairVectors.Shown shown = pairs.shown().orElseThrow();
                return distillation
                    .contrast(pairs.left(), shown.vectors(), shown.keys())
                    .add(distillation.contrast(pairs.right(), shown.vectors(), shown.keys()))
                    .mul(new Scalar(0.5));
              }));
    }
    return losses;
  }

  private static Tensor both(Tensor left, Tensor right) {
    return torch.cat(new TensorVector(left, right), 0);
  }
}
