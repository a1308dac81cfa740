// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.hictl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.modelio.manifest.Pooling;
import org.isogloss.neural.batch.LengthSortedChunks;
import org.isogloss.neural.loss.SimilarWordSampler;
import org.isogloss.neural.loss.WordContrastiveLoss;
import org.isogloss.neural.objective.LossValues;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Tensors;
import org.isogloss.neural.transformer.WordEmbeddings;
import org.isogloss.text.Encoding;

/**
 * The word-level contrastive loss of HICTL (Wei et al. 2021, equations 5 and 6): the vector of
 * {@code [CLS] x [SEP] y [SEP]} is the query, the tokens of both sentences are the positives, and
 * similar tokens that occur in neither sentence are the negatives. The vector of a token is its row
 * of the word embedding. The paper's query is the first token's vector; as everywhere else, the
 * pooling of the model decides, so that training shapes the vector that is used afterwards.
 *
 * <p>The part {@code above-chance} is the loss minus the logarithm of the number of candidates, the
 * loss of guessing: 0 or more if nothing was learned.
 *
 * @param encoder the encoder to train
 * @param pooling how the token vectors of a pair are pooled
 * @param wordEmbeddings the word embedding
 * @param tokenSets determines the tokens of a pair
 * @param contrast the loss
 * @param negatives negative tokens per pair
 */
record HictlWordObjective(
    HictlEncoder encoder,
    Pooling pooling,
    WordEmbeddings wordEmbeddings,
    TokenSets tokenSets,
    WordContrastiveLoss contrast,
    int negatives)
    implements Objective<HictlBatch> {
  @Override
  public Tensor loss(HictlBatch batch) {
    List<Tensor> parts = new ArrayList<>();
    for (List<Encoding> chunk : chunks(batch)) {
      parts.add(losses(chunk).loss().mul(Tensors.scalar(weightOf(chunk, batch))));
    }
    return parts.stream().reduce(Tensor::add).orElseThrow();
  }

  /**
   * Computes one chunk after the other, because the loss of a pair is independent of the other
   * pairs.
   */
  // The scope frees the tensors that are created inside it.
  @SuppressWarnings("try")
  @Override
  public LossValues backward(HictlBatch batch, double weight) {
    double total = 0;
    double chance = 0;
    for (List<Encoding> chunk : chunks(batch)) {
      try (PointerScope scope = new PointerScope()) {
        double share = weightOf(chunk, batch);
        ChunkLoss losses = losses(chunk);
        losses.loss().mul(Tensors.scalar(weight * share)).backward();
        total += share * losses.loss().item_double();
        chance += share * Math.log(losses.candidates());
      }
    }
    return new LossValues(total, Map.of("above-chance", total - chance));
  }

  /**
   * The loss of a chunk.
   *
   * @param candidates number of words among which a positive one is found
   */
  private record ChunkLoss(Tensor loss, int candidates) {}

  private List<List<Encoding>> chunks(HictlBatch batch) {
    List<Encoding> texts = batch.pairs().stream().map(HictlPair::jointEncoding).toList();
    LengthSortedChunks sorted = LengthSortedChunks.of(texts, encoder.chunk());
    List<List<Encoding>> chunks = new ArrayList<>();
    for (int i = 0; i < sorted.chunkCount(); i++) {
      chunks.add(sorted.chunk(i));
    }
    return chunks;
  }

  private static double weightOf(List<Encoding> chunk, HictlBatch batch) {
    return (double) chunk.size() / batch.pairs().size();
  }

  private ChunkLoss losses(List<Encoding> texts) {
    Tensor queries = encoder.vectors(texts, pooling);
    TokenSets.TokenSetBatch positives = tokenSets.tokenSets(texts, encoder.transformer().device());
    Tensor similarities = wordEmbeddings.similarities(queries.detach());
    Tensor negativeIds = SimilarWordSampler.sample(similarities, positives.excluded(), negatives);
    Tensor loss =
        contrast.loss(
            queries.to(similarities.scalar_type()),
            wordEmbeddings.lookup(positives.ids()),
            positives.mask(),
            wordEmbeddings.lookup(
                negativeIds.to(encoder.transformer().device(), torch.ScalarType.Long)));
    return new ChunkLoss(loss, 1 + Math.toIntExact(negativeIds.size(1)));
  }
}
