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
 * translations read together. It counts as much as its pairs are of the batch, so that both
 * together are the loss of the batch whatever it is made of.
 *
 * @param monolingual which of the two
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

  /** None where the batch has no pair of this kind. */
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
            found -> {
              found.mul(Tensors.scalar(weight)).backward();
              return LossValues.of(found.item_double());
            })
        .orElseGet(() -> LossValues.of(0));
  }
}
