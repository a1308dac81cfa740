// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.List;
import java.util.function.ToIntFunction;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.loss.MultipleNegativesRankingLoss;
import org.isogloss.neural.objective.Objective;
import org.isogloss.neural.torch.Tensors;

/**
 * {@link MultipleNegativesRankingLoss} of queries and the passages of their batch, all compared by
 * late interaction.
 *
 * @param scorer compares by the model that is trained
 * @param contrast the loss of the scores
 */
record LateInteractionObjective(LateInteractionScorer scorer, MultipleNegativesRankingLoss contrast)
    implements Objective<List<JudgedTriple>> {
  @Override
  public Tensor loss(List<JudgedTriple> triples) {
    Tensor scores = scorer.scores(triples);
    return contrast.loss(
        scores,
        keys(triples, JudgedTriple::queryKey, scores),
        keys(triples, JudgedTriple::positiveKey, scores),
        keys(triples, JudgedTriple::negativeKey, scores),
        JudgedTriple.excluded(triples, scores.device()));
  }

  private static Tensor keys(
      List<JudgedTriple> triples, ToIntFunction<JudgedTriple> key, Tensor scores) {
    return Tensors.longTensor(triples.stream().mapToInt(key).toArray(), scores.device());
  }
}
