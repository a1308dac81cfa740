// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.List;
import java.util.function.Function;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.loss.GradedTripletLoss;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.objective.LossTensors;
import org.isogloss.neural.objective.VectorObjective;

/**
 * A loss of the vectors of judged queries and passages.
 *
 * @param encoder the encoder to train
 * @param loss computes the loss, a scalar
 */
record JudgedTripleObjective(BiEncoder encoder, Function<TripleVectors, Tensor> loss)
    implements VectorObjective<List<JudgedTriple>> {
  /** Returns the objective of a {@link MultipleNegativesRankingLoss}. */
  static JudgedTripleObjective of(BiEncoder encoder, MultipleNegativesRankingLoss contrast) {
    return new JudgedTripleObjective(
        encoder,
        vectors ->
            contrast.loss(
                vectors.queries(),
                vectors.positives(),
                vectors.negatives(),
                vectors.longTensorOf(JudgedTriple::queryKey),
                vectors.longTensorOf(JudgedTriple::positiveKey),
                vectors.longTensorOf(JudgedTriple::negativeKey)));
  }

  /** Returns the objective of a {@link GradedTripletLoss} of cosines. */
  static JudgedTripleObjective of(BiEncoder encoder, GradedTripletLoss triplet) {
    return new JudgedTripleObjective(
        encoder,
        vectors ->
            triplet.loss(
                vectors.queries().mul(vectors.positives()).sum(1),
                vectors.queries().mul(vectors.negatives()).sum(1),
                vectors
                    .longTensorOf(JudgedTriple::gradeDifference)
                    .to(vectors.queries().scalar_type())));
  }

  @Override
  public int chunks(List<JudgedTriple> triples) {
    return TripleVectors.chunksOf(encoder, triples).chunkCount();
  }

  @Override
  public Tensor vectors(List<JudgedTriple> triples, int chunk) {
    return encoder.vectors(TripleVectors.chunksOf(encoder, triples), chunk);
  }

  @Override
  public LossTensors losses(List<JudgedTriple> triples, Tensor encoded) {
    return LossTensors.of(loss.apply(TripleVectors.of(encoder, triples, encoded)));
  }
}
