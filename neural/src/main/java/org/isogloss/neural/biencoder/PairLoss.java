// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.loss.HubnessPenalty;
import org.isogloss.neural.loss.InfoNceLoss;
import org.isogloss.neural.torch.Tensors;

/**
 * A loss of the vectors of pairs.
 *
 * @param name name in the log
 * @param weight weight in the sum of losses
 * @param loss computes the loss, a scalar
 */
record PairLoss(String name, double weight, Function<PairVectors, Tensor> loss) {
  /** Returns the {@link InfoNceLoss} between the two sides. */
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
   * Returns the losses of multilingual distillation (Reimers and Gurevych 2020, equation 1): the
   * texts learn the teacher's vector of its input. Optional further losses are the contrastive loss
   * of each side with the teacher's vectors of the other pairs, the distillation of similarities to
   * a memory bank, and the penalty of hubs in it.
   *
   * @param memoryBank the teacher's vectors of the texts of the bank, {@code [texts, dimension]};
   *     present if the options have a bank
   */
  static List<PairLoss> of(
      BiEncoderObjectiveOptions.TeacherDistillation options, Optional<Tensor> memoryBank) {
    DistillationLoss distillation = new DistillationLoss(options.loss(), options.scale());
    List<PairLoss> losses = new ArrayList<>();
    losses.add(
        new PairLoss(
            "distillation",
            options.weight(),
            pairs ->
                distillation.vectorLoss(
                    all(pairs, PairVectors.Side::vectors),
                    all(pairs, side -> side.requireTeacherOutput().vectors()))));
    if (options.contrast() > 0) {
      losses.add(
          new PairLoss(
              "distillation-contrast",
              options.contrast(),
              pairs ->
                  pairs.sides().stream()
                      .map(
                          side ->
                              distillation.contrastiveLoss(
                                  side.vectors(),
                                  side.requireTeacherOutput().vectors(),
                                  side.requireTeacherOutput().keys()))
                      .reduce(Tensor::add)
                      .orElseThrow()
                      .div(new Scalar(pairs.sides().size()))));
    }
    options.memoryBank().ifPresent(ofBank -> losses.addAll(of(ofBank, memoryBank.orElseThrow())));
    return losses;
  }

  private static List<PairLoss> of(
      BiEncoderObjectiveOptions.MemoryBank options, Tensor memoryBank) {
    DistillationLoss distillation =
        new DistillationLoss(DistillationLoss.Measure.KL, options.scale());
    List<PairLoss> losses = new ArrayList<>();
    losses.add(
        new PairLoss(
            "distillation-memory-bank",
            options.weight(),
            pairs ->
                distillation.memoryBankLoss(
                    all(pairs, PairVectors.Side::vectors),
                    all(pairs, side -> side.requireTeacherOutput().vectors()),
                    memoryBank)));
    if (options.hubness() > 0) {
      losses.add(
          new PairLoss(
              "hubness",
              options.hubness(),
              pairs -> HubnessPenalty.loss(all(pairs, PairVectors.Side::vectors), memoryBank)));
    }
    return losses;
  }

  private static Tensor all(PairVectors pairs, Function<PairVectors.Side, Tensor> part) {
    return torch.cat(new TensorVector(pairs.sides().stream().map(part).toArray(Tensor[]::new)), 0);
  }
}
