// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

import java.util.List;
import org.bytedeco.pytorch.LongOptional;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.NormalizeFuncOptions;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.torch.Tensors;

/**
 * An encoder without layers, with a row and a weight for every token of the vocabulary. The vector
 * of a text is the weighted mean of the rows of its tokens, normalised to unit length. Weights are
 * stored as logarithms.
 */
final class StaticEncoderModel implements AutoCloseable {
  private static final long SUM = 0;

  private final TrainableRowTable rows;
  private final TrainableRowTable logWeights;

  /**
   * Creates a model with initial values.
   *
   * @param rows {@code [tokens, dimension]}
   * @param logWeights {@code [tokens, 1]}
   */
  StaticEncoderModel(Tensor rows, Tensor logWeights) {
    if (logWeights.dim() != 2 || logWeights.size(0) != rows.size(0) || logWeights.size(1) != 1) {
      throw new IllegalArgumentException(
          "weights of shape " + List.of(logWeights.size(0)) + " for " + rows.size(0) + " rows");
    }
    this.rows = new TrainableRowTable("rows", rows);
    this.logWeights = new TrainableRowTable("log-weights", logWeights);
  }

  TrainableRowTable rows() {
    return rows;
  }

  TrainableRowTable logWeights() {
    return logWeights;
  }

  int dimension() {
    return Math.toIntExact(rows.values().size(1));
  }

  int vocabularySize() {
    return Math.toIntExact(rows.values().size(0));
  }

  /** Returns unit vectors {@code [texts, dimension]}, differentiable in rows and weights. */
  Tensor encode(TokenBagBatch batch) {
    return pool(rows.gather(batch.tokenIds()), logWeights.gather(batch.tokenIds()), batch);
  }

  /**
   * Returns unit vectors {@code [texts, dimension]} without gradients; zeros for a text without
   * tokens.
   */
  // The guard acts for the duration of its block.
  @SuppressWarnings("try")
  Tensor vectors(TokenBagBatch batch) {
    try (NoGradGuard guard = new NoGradGuard()) {
      Tensor ids = Tensors.longTensor(batch.tokenIds());
      return pool(
          rows.values().index_select(0, ids), logWeights.values().index_select(0, ids), batch);
    }
  }

  private static Tensor pool(Tensor rows, Tensor logWeights, TokenBagBatch batch) {
    Tensor indices = Tensors.longTensor(batch.indices());
    Tensor weights = logWeights.exp().squeeze(1).index_select(0, indices);
    Tensor sums =
        torch
            .embedding_bag(
                rows,
                indices,
                Tensors.longTensor(batch.offsets()),
                false,
                SUM,
                false,
                new TensorOptional(weights),
                false,
                new LongOptional())
            .get0();
    return torch.normalize(sums, new NormalizeFuncOptions());
  }

  @Override
  public void close() {
    rows.close();
    logWeights.close();
  }
}
