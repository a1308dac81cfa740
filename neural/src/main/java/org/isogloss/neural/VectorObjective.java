package org.isogloss.neural;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * An objective that sees texts through their vectors alone, so that they can be encoded in chunks:
 * see {@link CachedGradients}.
 *
 * @param <B> what a step looks at
 */
public interface VectorObjective<B> extends Objective<B> {
  /** How many chunks a batch's texts are encoded in. */
  int chunks(B batch);

  /** The vectors of a chunk's texts, {@code [texts, dimension]}. */
  Tensor vectors(B batch, int chunk);

  /**
   * The loss, one number.
   *
   * @param vectors of all chunks, one after the other, {@code [all texts, dimension]}
   */
  Tensor loss(B batch, Tensor vectors);

  @Override
  default Tensor loss(B batch) {
    TensorVector all = new TensorVector();
    for (int i = 0; i < chunks(batch); i++) {
      all.push_back(vectors(batch, i));
    }
    return loss(batch, torch.cat(all, 0));
  }
}
