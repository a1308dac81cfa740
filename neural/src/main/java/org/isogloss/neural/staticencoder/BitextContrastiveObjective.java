// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.loss.InfoNceLoss;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Tensors;

/** {@link InfoNceLoss} on pairs of translations, for a static encoder. */
final class BitextContrastiveObjective implements Objective<PairBatch> {
  private static final int[] FIRST_ROW = {0};

  private final StaticEncoderModel model;
  private final InfoNceLoss loss;
  private final Optional<TrainableRowTable> logScale;
  private final double scale;

  /**
   * Creates an objective.
   *
   * @param scale factor of the cosines
   * @param logScale the logarithm of a trained scale, {@code [1, 1]}, which replaces {@code scale}
   */
  BitextContrastiveObjective(
      StaticEncoderModel model,
      InfoNceLoss loss,
      double scale,
      Optional<TrainableRowTable> logScale) {
    this.model = model;
    this.loss = loss;
    this.scale = scale;
    this.logScale = logScale;
  }

  @Override
  public Tensor loss(PairBatch batch) {
    Tensor vectors = model.encode(batch.texts());
    long pairs = batch.pairCount();
    Tensor factor =
        logScale
            .map(table -> table.gather(FIRST_ROW).exp().squeeze())
            .orElseGet(() -> torch.full(new long[0], Tensors.scalar(scale)));
    return loss.loss(
        vectors.narrow(0, 0, pairs),
        vectors.narrow(0, pairs, pairs),
        factor,
        Tensors.longTensor(batch.leftKeys()),
        Tensors.longTensor(batch.rightKeys()));
  }
}
