package org.isogloss.neural.objective;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/**
 * An objective that sees texts through their vectors alone, so that they can be encoded in chunks:
 * see {@link GradientCachingObjective}.
 *
 * @param <B> what a step looks at
 */
public interface VectorObjective<B> extends Objective<B> {
  /** How many chunks a batch's texts are encoded in. */
  int chunks(B batch);

  /** The vectors of a chunk's texts, {@code [texts, dimension]}. */
  Tensor vectors(B batch, int chunk);

  /**
   * The loss and its parts.
   *
   * @param vectors of all chunks, one after the other, {@code [all texts, dimension]}
   */
  LossTensors losses(B batch, Tensor vectors);

  /** The vectors of a batch's texts, all chunks one after the other. */
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
