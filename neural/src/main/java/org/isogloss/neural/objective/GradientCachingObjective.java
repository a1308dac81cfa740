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
 * Computes the gradient of a batch of any size in the memory of a small one (Gao et al. 2021,
 * GradCache): vectors are computed chunk by chunk without a graph; then the loss and its gradient
 * with respect to the vectors; then each chunk again with its graph, through which that gradient is
 * propagated. Dropout masks are the same both times. The gradient equals that of the whole batch.
 *
 * @param <B> a batch
 */
public final class GradientCachingObjective<B> implements Objective<B> {
  private final VectorObjective<B> objective;
  private final RandomGeneratorState random;

  /**
   * Wraps an objective.
   *
   * @param random the generator of dropout
   */
  public GradientCachingObjective(VectorObjective<B> objective, RandomGeneratorState random) {
    this.objective = requireNonNull(objective, "objective is null");
    this.random = requireNonNull(random, "random is null");
  }

  @Override
  public Tensor loss(B batch) {
    return objective.loss(batch);
  }

  // Scopes and guards exist while their blocks run.
  @SuppressWarnings("try")
  @Override
  public LossValues backward(B batch, double weight) {
    int chunks = objective.chunks(batch);
    List<long[]> before = new ArrayList<>();
    TensorVector vectors = new TensorVector();
    for (int i = 0; i < chunks; i++) {
      before.add(random.save());
      try (PointerScope scope = new PointerScope();
          NoGradGuard guard = new NoGradGuard()) {
        vectors.push_back(objective.vectors(batch, i));
      }
    }
    long[] after = random.save();
    Tensor all = torch.cat(vectors, 0).requires_grad_(true);
    LossValues losses = objective.losses(batch, all).backward(weight);
    long from = 0;
    for (int i = 0; i < chunks; i++) {
      random.restore(before.get(i));
      try (PointerScope scope = new PointerScope()) {
        Tensor chunk = objective.vectors(batch, i);
        long size = chunk.size(0);
        chunk.mul(all.grad().narrow(0, from, size)).sum().backward();
        from += size;
      }
    }
    random.restore(after);
    return losses;
  }
}
