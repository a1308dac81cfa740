package org.isogloss.neural.biencoder;

import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.GradedTriplet;
import org.isogloss.neural.LossTensors;
import org.isogloss.neural.RankingContrast;
import org.isogloss.neural.VectorObjective;

/**
 * Something that is asked of the vectors of judged queries and passages.
 *
 * @param loss one number
 */
record JudgedObjective(BiEncoder encoder, Function<TripleVectors, Tensor> loss)
    implements VectorObjective<List<JudgedTriple>> {
  /** {@link RankingContrast} of the batch's passages. */
  static JudgedObjective of(BiEncoder encoder, RankingContrast contrast) {
    return new JudgedObjective(
        encoder,
        vectors ->
            contrast.loss(
                vectors.queries(),
                vectors.better(),
                vectors.worse(),
                vectors.numbers(JudgedTriple::queryKey),
                vectors.numbers(JudgedTriple::betterKey),
                vectors.numbers(JudgedTriple::worseKey)));
  }

  /** {@link GradedTriplet} on cosines. */
  static JudgedObjective of(BiEncoder encoder, GradedTriplet triplet) {
    return new JudgedObjective(
        encoder,
        vectors ->
            triplet.loss(
                vectors.queries().mul(vectors.better()).sum(1),
                vectors.queries().mul(vectors.worse()).sum(1),
                vectors.numbers(JudgedTriple::grades).to(vectors.queries().scalar_type())));
  }

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
    return LossTensors.of(loss.apply(TripleVectors.of(encoder, triples, encoded)));
  }
}
