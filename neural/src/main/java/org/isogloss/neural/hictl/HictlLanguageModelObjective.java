// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.ranker.MaskedTextBatches;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.text.Encoding;

/**
 * HICTL's language modelling (Wei et al. 2021, equation 7) on the pairs of one kind: masked
 * language modelling on the sentences of monolingual pairs, or translation language modelling on
 * translations that are encoded together. The loss is weighted by the share of its pairs in the
 * batch, so that the sum of both losses is the loss of the whole batch.
 *
 * @param loss the loss of masked texts
 * @param monolingual whether the objective applies to monolingual pairs or to translations
 */
record HictlLanguageModelObjective(
    MaskedTextBatches.MaskedLanguageModelObjective loss, boolean monolingual)
    implements Objective<HictlBatch> {
  private List<Encoding> texts(HictlBatch batch) {
    return batch.pairs().stream()
        .filter(pair -> pair.monolingual() == monolingual)
        .map(pair -> monolingual ? pair.pair().left().text() : pair.jointEncoding())
        .toList();
  }

  /** Returns the loss; empty if the batch has no pair of this kind. */
  private Optional<Tensor> lossOf(HictlBatch batch) {
    List<Encoding> texts = texts(batch);
    return texts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            loss.loss(new MaskedTextBatches.Batch(texts, batch.number()))
                .mul(Tensors.scalar((double) texts.size() / batch.pairs().size())));
  }

  @Override
  public Tensor loss(HictlBatch batch) {
    return lossOf(batch).orElseGet(() -> torch.zeros(0).sum());
  }

  @Override
  public LossValues backward(HictlBatch batch, double weight) {
    return lossOf(batch)
        .map(
            loss -> {
              loss.mul(Tensors.scalar(weight)).backward();
              return LossValues.of(loss.item_double());
            })
        .orElseGet(() -> LossValues.of(0));
  }
}
