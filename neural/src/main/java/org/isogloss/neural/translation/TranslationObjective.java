// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.translation;

import static java.util.Objects.requireNonNull;

import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.objective.Objective;

/**
 * The mean cross-entropy of the target tokens of a batch, with label smoothing.
 *
 * @param network the network to train
 * @param labelSmoothing probability mass that is spread evenly over all target tokens
 * @param frozenBatches number of first batches in which the encoder is frozen
 */
record TranslationObjective(TranslationNetwork network, double labelSmoothing, long frozenBatches)
    implements Objective<TranslationBatch> {
  private static final long MEAN = 1;
  private static final long IGNORED = -100;

  TranslationObjective {
    requireNonNull(network, "network is null");
  }

  @Override
  public Tensor loss(TranslationBatch batch) {
    TargetBatch target = network.target(batch.pairs());
    Tensor logits =
        batch.number() < frozenBatches
            ? network.logitsWithFrozenEncoder(batch.pairs(), target)
            : network.logits(batch.pairs(), target);
    return torch.cross_entropy_loss(
        logits, target.labels(), new TensorOptional(), MEAN, IGNORED, labelSmoothing);
  }
}
