package org.isogloss.neural.biencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.loss.InfoNceLoss;
import org.isogloss.neural.torch.Tensors;

/**
 * Something that is asked of the vectors of pairs.
 *
 * @param name that it has in the log
 * @param weight what it is multiplied by
 * @param loss one number
 */
record PairLoss(String name, double weight, Function<PairVectors, Tensor> loss) {
  /** {@link InfoNceLoss} between the two sides. */
  static PairLoss of(BiEncoderObjectiveOptions.Contrast options) {
    InfoNceLoss contrast = new InfoNceLoss(options.negatives());
    return new PairLoss(
        "contrast",
        options.weight(),
        pairs -> {
          Tensor left = pairs.left().vectors();
          return contrast.loss(
              left,
              pairs.right().vectors(),
              torch
                  .full(new long[0], Tensors.scalar(options.scale()))
                  .to(left.device(), left.scalar_type()),
              pairs.left().keys(),
              pairs.right().keys());
        });
  }

  /**
   * Distillation into many languages (Reimers and Gurevych 2020, equation 1): both sides are to get
   * the vector that a teacher gives what it reads of them; beside it, where that is asked, contrast
   * of both with the vectors that it gives the batch's other pairs, and a bank of texts that they
   * are to be as near to as it says.
   *
   * @param bank vectors that the teacher gives texts, {@code [texts, dimension]}
   */
  static List<PairLoss> of(
      BiEncoderObjectiveOptions.TeacherDistillation options, Optional<Tensor> bank) {
    DistillationLoss distillation = new DistillationLoss(options.loss(), options.scale());
    List<PairLoss> losses = new ArrayList<>();
    losses.add(
        new PairLoss(
            "distillation",
            options.weight(),
            pairs ->
                distillation.vectorLoss(
                    both(pairs, PairVectors.Side::vectors),
                    both(pairs, side -> side.requireTeacherOutput().vectors()))));
    if (options.contrast() > 0) {
      losses.add(
          new PairLoss(
              "distillation-contrast",
              options.contrast(),
              pairs ->
                  Stream.of(pairs.left(), pairs.right())
                      .map(
                          side ->
                              distillation.contrastiveLoss(
                                  side.vectors(),
                                  side.requireTeacherOutput().vectors(),
                                  side.requireTeacherOutput().keys()))
                      .reduce(Tensor::add)
                      .orElseThrow()
                      .mul(new Scalar(0.5))));
    }
    options.bank().ifPresent(asked -> losses.add(of(asked, bank.orElseThrow())));
    return losses;
  }

  private static PairLoss of(BiEncoderObjectiveOptions.MemoryBank options, Tensor bank) {
    DistillationLoss distillation =
        new DistillationLoss(DistillationLoss.Measure.KL, options.scale());
    return new PairLoss(
        "distillation-bank",
        options.weight(),
        pairs ->
            distillation.memoryBankLoss(
                both(pairs, PairVectors.Side::vectors),
                both(pairs, side -> side.requireTeacherOutput().vectors()),
                bank));
  }

  private static Tensor both(PairVectors pairs, Function<PairVectors.Side, Tensor> part) {
    return torch.cat(new TensorVector(part.apply(pairs.left()), part.apply(pairs.right())), 0);
  }
}
