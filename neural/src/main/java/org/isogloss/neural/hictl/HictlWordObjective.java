package org.isogloss.neural.hictl;

import java.util.ArrayList;
import java.util.List;
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
 * HICTL's word-level contrast (Wei et al. 2021, equations 5 and 6): the first piece's vector of
 * {@code [CLS] x [SEP] y [SEP]} asks for the pieces of both sentences, each against pieces that are
 * in neither and lie near it. A piece's vector is its row of the word embedding.
 *
 * @param negatives how many pieces stand against those of a pair
 */
record HictlWordObjective(
    HictlEncoder encoder,
    WordEmbeddings wordEmbeddings,
    TokenSets tokenSets,
    WordContrastiveLoss contrast,
    int negatives)
    implements Objective<HictlBatch> {
  @Override
  public Tensor loss(HictlBatch batch) {
    List<Tensor> parts = new ArrayList<>();
    for (List<Encoding> chunk : chunks(batch)) {
      parts.add(loss(chunk).mul(Tensors.scalar(weightOf(chunk, batch))));
    }
    return parts.stream().reduce(Tensor::add).orElseThrow();
  }

  /** A chunk after the other: a pair's loss needs no other pair. */
  // The scope frees what is made inside it.
  @SuppressWarnings("try")
  @Override
  public LossValues backward(HictlBatch batch, double weight) {
    double total = 0;
    for (List<Encoding> chunk : chunks(batch)) {
      try (PointerScope scope = new PointerScope()) {
        double share = weightOf(chunk, batch);
        Tensor loss = loss(chunk);
        loss.mul(Tensors.scalar(weight * share)).backward();
        total += share * loss.item_double();
      }
    }
    return LossValues.of(total);
  }

  private List<List<Encoding>> chunks(HictlBatch batch) {
    List<Encoding> texts = batch.pairs().stream().map(HictlPair::jointEncoding).toList();
    LengthSortedChunks plan = LengthSortedChunks.of(texts, encoder.chunk());
    List<List<Encoding>> chunks = new ArrayList<>();
    for (int i = 0; i < plan.chunkCount(); i++) {
      chunks.add(plan.chunk(i));
    }
    return chunks;
  }

  private static double weightOf(List<Encoding> chunk, HictlBatch batch) {
    return (double) chunk.size() / batch.pairs().size();
  }

  private Tensor loss(List<Encoding> texts) {
    Tensor queries = encoder.vectors(texts, Pooling.CLS);
    TokenSets.TokenSetBatch own = tokenSets.tokenSets(texts, encoder.transformer().device());
    Tensor similarities = wordEmbeddings.similarities(queries.detach());
    Tensor others = SimilarWordSampler.sample(similarities, own.excluded(), negatives);
    return contrast.loss(
        queries.to(similarities.scalar_type()),
        wordEmbeddings.lookup(own.ids()),
        own.mask(),
        wordEmbeddings.lookup(others.to(encoder.transformer().device(), torch.ScalarType.Long)));
  }
}
