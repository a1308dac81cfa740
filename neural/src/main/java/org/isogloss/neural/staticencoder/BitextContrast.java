package org.isogloss.neural.staticencoder;

import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.InfoNce;
import org.isogloss.neural.Objective;
import org.isogloss.neural.Tensors;

/** {@link InfoNce} on pairs of translations as a static encoder sees them. */
final class BitextContrast implements Objective<PairBatch> {
  private static final int[] ONLY = {0};

  private final StaticEncoderModel model;
  private final InfoNce loss;
  private final Optional<RowTable> logScale;
  private final double scale;

  /**
   * A contrast.
   *
   * @param scale what cosines are multiplied by
   * @param logScale {@code [1, 1]}: what is trained instead, where it is
   */
  BitextContrast(
      StaticEncoderModel model, InfoNce loss, double scale, Optional<RowTable> logScale) {
    this.model = model;
    this.loss = loss;
    this.scale = scale;
    this.logScale = logScale;
  }

  @Override
  public Tensor loss(PairBatch batch) {
    Tensor vectors = model.encode(batch.texts());
    long pairs = batch.pairs();
    Tensor factor =
        logScale
            .map(table -> table.select(ONLY).exp().squeeze())
            .orElseGet(() -> torch.full(new long[0], Tensors.scalar(scale)));
    return loss.loss(
        vectors.narrow(0, 0, pairs),
        vectors.narrow(0, pairs, pairs),
        factor,
        Tensors.ids(batch.leftKeys()),
        Tensors.ids(batch.rightKeys()));
  }
}
