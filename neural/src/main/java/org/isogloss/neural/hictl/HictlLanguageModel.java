package org.isogloss.neural.hictl;

import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.Losses;
import org.isogloss.neural.Objective;
import org.isogloss.neural.Tensors;
import org.isogloss.neural.ranker.MaskedTexts;
import org.isogloss.text.Encoding;

/**
 * HICTL's language modelling (Wei et al. 2021, equation 7) on the pairs of one kind: masked
 * language modelling on the sentences of monolingual pairs, or translation language modelling on
 * translations read together. It counts as much as its pairs are of the batch, so that both
 * together are the loss of the batch whatever it is made of.
 *
 * @param monolingual which of the two
 */
record HictlLanguageModel(MaskedTexts.Loss loss, boolean monolingual)
    implements Objective<HictlBatch> {
  private List<Encoding> texts(HictlBatch batch) {
    return batch.pairs().stream()
        .filter(pair -> pair.monolingual() == monolingual)
        .map(pair -> monolingual ? pair.alone().left().text() : pair.together())
        .toList();
  }

  /** None where the batch has no pair of this kind. */
  private Optional<Tensor> part(HictlBatch batch) {
    List<Encoding> texts = texts(batch);
    return texts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            loss.loss(new MaskedTexts.Batch(texts, batch.number()))
                .mul(Tensors.scalar((double) texts.size() / batch.pairs().size())));
  }

  @Override
  public Tensor loss(HictlBatch batch) {
    return part(batch).orElseGet(() -> torch.zeros(0).sum());
  }

  @Override
  public Losses backward(HictlBatch batch, double weight) {
    return part(batch)
        .map(
            found -> {
              found.mul(Tensors.scalar(weight)).backward();
              return Losses.of(found.item_double());
            })
        .orElseGet(() -> Losses.of(0));
  }
}
