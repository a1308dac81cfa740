// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * An objective that depends on texts only through their vectors, so that the texts can be encoded
 * in chunks: see {@link GradientCachingObjective}.
 *
 * @param <B> type of a batch
 */
public interface VectorObjective<B> extends Objective<B> {
  /** Returns the number of chunks in which the texts of a batch are encoded. */
  int chunks(B batch);

  /** Returns the vectors of the texts of a chunk, {@code [texts, dimension]}. */
  Tensor vectors(B batch, int chunk);

  /**
   * Returns the loss and its parts.
   *
   * @param vectors vectors of all chunks, concatenated, {@code [all texts, dimension]}
   */
  LossTensors losses(B batch, Tensor vectors);

  /** Returns the vectors of all texts of a batch, chunk after chunk. */
  private Tensor vectors(B batch) {
    TensorVector all = new TensorVector();
    for (int i = 0; i < chunks(batch); i++) {
      all.push_back(vectors(batch, i));
    }
    return torch.cat(all, 0);
  }

  @Override
  default Tensor loss(B batch) {
    return losses(batch, vectors(batch)).total();
  }

  @Override
  default LossValues backward(B batch, double weight) {
    return losses(batch, vectors(batch)).backward(weight);
  }
}
