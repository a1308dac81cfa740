// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * An objective that uses texts only through their vectors, so that they can be encoded in chunks:
 * see {@link GradientCachingObjective}.
 *
 * @param <B> a batch
 */
public interface VectorObjective<B> extends Objective<B> {
  /** Returns the number of chunks of a batch's texts. */
  int chunks(B batch);

  /** Returns the vectors of a chunk's texts, {@code [texts, dimension]}. */
  Tensor vectors(B batch, int chunk);

  /**
   * Returns the loss and its parts.
   *
   * @param vectors vectors of all chunks, concatenated, {@code [all texts, dimension]}
   */
  LossTensors losses(B batch, Tensor vectors);

  /** Returns the vectors of a batch's texts, all chunks concatenated. */
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
