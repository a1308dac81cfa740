// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.batch.Batches;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.corpus.TextCorpus;
import org.isogloss.neural.finetuning.PretrainedModel;
import org.isogloss.neural.head.LanguageModelHead;
import org.isogloss.neural.head.MaskedBatch;
import org.isogloss.neural.head.TokenMasking;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Autocast;
import org.isogloss.neural.transformer.Transformer;
import org.isogloss.text.Encoding;

/** Batches of texts for masked language modelling. */
public final class MaskedTextBatches implements Batches<MaskedTextBatches.Batch> {
  private static final String BATCH_NUMBER = "masked";

  /**
   * Texts whose tokens are to be masked.
   *
   * @param number number of the batch, which determines the tokens to mask
   */
  public record Batch(List<Encoding> texts, long number) {}

  private final PairSampler sampler;
  private final Function<PairSampler.PairSample, List<Encoding>> texts;
  private long number;

  private MaskedTextBatches(
      PairSampler sampler, Function<PairSampler.PairSample, List<Encoding>> texts) {
    this.sampler = sampler;
    this.texts = texts;
  }

  /** Returns batches of both sentences of pairs, each alone: masked language modelling. */
  public static MaskedTextBatches sentences(
      TextCorpus corpus, PairSampler sampler, PretrainedModel base) {
    return new MaskedTextBatches(
        sampler,
        sample -> {
          List<Encoding> texts = new ArrayList<>();
          for (int[] side : List.of(sample.left(), sample.right())) {
            for (int sentence : side) {
              texts.add(base.encodeQuery(corpus.text(sentence)));
            }
          }
          return texts;
        });
  }

  /** Returns batches of sentences with their translations: translation language modelling. */
  public static MaskedTextBatches pairs(
      TextCorpus corpus, PairSampler sampler, PretrainedModel base) {
    return new MaskedTextBatches(
        sampler,
        sample -> {
          List<Encoding> texts = new ArrayList<>();
          for (int i = 0; i < sample.left().length; i++) {
            texts.add(
                base.encodePair(corpus.text(sample.left()[i]), corpus.text(sample.right()[i])));
          }
          return texts;
        });
  }

  @Override
  public Batch next() {
    return new Batch(texts.apply(sampler.next()), number++);
  }

  @Override
  public int exampleCount(Batch batch) {
    return batch.texts().size();
  }

  @Override
  public Map<String, long[]> position() {
    Map<String, long[]> position = new HashMap<>(sampler.position());
    position.put(BATCH_NUMBER, new long[] {number});
    return position;
  }

  @Override
  public void seek(Map<String, long[]> position) {
    sampler.seek(position);
    number = position.get(BATCH_NUMBER)[0];
  }

  /** The cross-entropy of the predictions of the masked tokens. */
  public record MaskedLanguageModelObjective(
      Transformer transformer, LanguageModelHead head, TokenMasking masking, boolean bf16)
      implements Objective<Batch> {
    @Override
    public Tensor loss(Batch batch) {
      MaskedBatch masked = masking.mask(batch.texts(), batch.number(), transformer);
      return Autocast.compute(
          bf16, transformer.device(), () -> head.loss(transformer.forward(masked.batch()), masked));
    }
  }
}
