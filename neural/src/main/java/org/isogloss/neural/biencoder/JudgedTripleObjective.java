// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.function.Function;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.Tensor;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;
import org.isogloss.neural.loss.GradedTripletLoss;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.objective.LossTensors;
import org.isogloss.neural.objective.VectorObjective;
import org.isogloss.neural.torch.Tensors;

/**
 * A loss of the vectors of judged queries and passages.
 *
 * @param encoder the encoder to train
 * @param loss computes the loss
 */
record JudgedTripleObjective(BiEncoder encoder, Function<TripleVectors, LossTensors> loss)
    implements VectorObjective<List<JudgedTriple>> {
  /**
   * Returns the objective of a {@link MultipleNegativesRankingLoss}.
   *
   * @param teacher adds the divergence from its ranking
   */
  static JudgedTripleObjective of(
      BiEncoder encoder, MultipleNegativesRankingLoss contrast, Optional<RankingTeacher> teacher) {
    return new JudgedTripleObjective(
        encoder,
        vectors -> {
          Tensor cosines =
              vectors
                  .queries()
                  .matmul(
                      torch.cat(new TensorVector(vectors.positives(), vectors.negatives()), 0).t());
          Tensor loss =
              contrast.loss(
                  cosines,
                  vectors.longTensorOf(JudgedTriple::queryKey),
                  vectors.longTensorOf(JudgedTriple::positiveKey),
                  vectors.longTensorOf(JudgedTriple::negativeKey),
                  JudgedTriple.excluded(vectors.triples(), cosines.device()));
          return teacher
              .map(opened -> withDivergence(loss, opened, vectors, contrast.scale(), cosines))
              .orElseGet(() -> LossTensors.of(loss));
        });
  }

  private static LossTensors withDivergence(
      Tensor contrast,
      RankingTeacher teacher,
      TripleVectors vectors,
      double scale,
      Tensor cosines) {
    Tensor divergence = teacher.divergence(vectors.triples(), cosines.mul(new Scalar(scale)));
    SequencedMap<String, Tensor> parts = new LinkedHashMap<>();
    parts.put("contrast", contrast);
    parts.put("distillation", divergence);
    return new LossTensors(contrast.add(divergence.mul(Tensors.scalar(teacher.weight()))), parts);
  }

  /** Returns the objective of a {@link GradedTripletLoss} of cosines. */
  static JudgedTripleObjective of(BiEncoder encoder, GradedTripletLoss triplet) {
    return new JudgedTripleObjective(
        encoder,
        vectors ->
            LossTensors.of(
                triplet.loss(
                    vectors.queries().mul(vectors.positives()).sum(1),
                    vectors.queries().mul(vectors.negatives()).sum(1),
                    vectors
                        .longTensorOf(JudgedTriple::gradeDifference)
                        .to(vectors.queries().scalar_type()))));
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
    return loss.apply(TripleVectors.of(encoder, triples, encoded));
  }
}
