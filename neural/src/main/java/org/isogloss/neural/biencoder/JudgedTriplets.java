package org.isogloss.neural.biencoder;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.GradedTriplet;
import org.isogloss.neural.LossTensors;
import org.isogloss.neural.VectorObjective;

/** {@link GradedTriplet} on judged queries as a bi-encoder sees them; scores are cosines. */
record JudgedTriplets(BiEncoder encoder, GradedTriplet loss)
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
            vectors.queries().mul(vectors.better()).sum(1),
            vectors.queries().mul(vectors.worse()).sum(1),
            vectors.numbers(JudgedTriple::grades).to(encoded.scalar_type())));
  }
}
