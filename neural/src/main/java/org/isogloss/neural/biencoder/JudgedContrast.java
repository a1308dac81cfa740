package org.isogloss.neural.biencoder;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.LossTensors;
import org.isogloss.neural.RankingContrast;
import org.isogloss.neural.VectorObjective;

/** {@link RankingContrast} on judged queries as a bi-encoder sees them. */
record JudgedContrast(BiEncoder encoder, RankingContrast loss)
    implements VectorObjective<List<JudgedTriple>> {
  @Override
  public int chunks(List<JudgedTriple> triples) {
    return TripleVectors.plan(encoder, triples).chunks();
  }

  @Override
  public Tensor vectors(List<JudgedTriple> triples, int chunk) {
    return encoder.vectors(TripleVectors.plan(encoder, triples), chunk);
  }

  @Override
  public LossTensors losses(List<JudgedTriple> triples, Tensor encoded) {
    TripleVectors vectors = TripleVectors.of(encoder, triples, encoded);
    return LossTensors.of(
        loss.loss(
            vectors.queries(),
            vectors.better(),
            vectors.worse(),
            vectors.numbers(JudgedTriple::queryKey),
            vectors.numbers(JudgedTriple::betterKey),
            vectors.numbers(JudgedTriple::worseKey)));
  }
}
