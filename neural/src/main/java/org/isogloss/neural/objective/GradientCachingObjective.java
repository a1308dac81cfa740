// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.objective;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.torch.RandomGeneratorState;

/**
 * Computes the gradient of a batch of any size in the memory of one chunk (GradCache, Gao et al.
 * 2021). The vectors are computed chunk by chunk without a graph, then the loss and its gradient
 * with respect to the vectors. Each chunk is then encoded again, with its graph, and the gradient
 * of its vectors is propagated back. Dropout drops the same values both times. The result is the
 * gradient of the whole batch.
 *
 * @param <B> type of a batch
 */
public final class GradientCachingObjective<B> implements Objective<B> {
  private final VectorObjective<B> objective;
  private final RandomGeneratorState random;

  /**
   * Creates an objective with the same loss and gradient as another one, but a lower memory use.
   *
   * @param random the generator from which dropout draws
   */
  public GradientCachingObjective(VectorObjective<B> objective, RandomGeneratorState random) {
    this.objective = requireNonNull(objective, "objective is null");
    this.random = requireNonNull(random, "random is null");
  }

  @Override
  public Tensor loss(B batch) {
    return objective.loss(batch);
  }

  // The scopes and guards act for the duration of their blocks.
  @SuppressWarnings("try")
  @Override
  public LossValues backward(B batch, double weight) {
    int chunks = objective.chunks(batch);
    List<long[]> randomStates = new ArrayList<>();
    TensorVector vectors = new TensorVector();
    for (int i = 0; i < chunks; i++) {
      randomStates.add(random.save());
      try (PointerScope scope = new PointerScope();
          NoGradGuard guard = new NoGradGuard()) {
        vectors.push_back(objective.vectors(batch, i));
      }
    }
    long[] finalRandomState = random.save();
    Tensor allVectors = torch.cat(vectors, 0).requires_grad_(true);
    LossValues losses = objective.losses(batch, allVectors).backward(weight);
    long offset = 0;
    for (int i = 0; i < chunks; i++) {
      random.restore(randomStates.get(i));
      try (PointerScope scope = new PointerScope()) {
        Tensor chunk = objective.vectors(batch, i);
        long size = chunk.size(0);
        chunk.mul(allVectors.grad().narrow(0, offset, size)).sum().backward();
        offset += size;
      }
    }
    random.restore(finalRandomState);
    return losses;
  }
}
