// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.util.List;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.loss.CandidateLoss;
import org.isogloss.neural.objective.Objective;
import org.isogloss.text.Encoding;

/**
 * {@link CandidateLoss} of the scores of a cross-encoder.
 *
 * @param scorer the cross-encoder to train
 * @param loss the loss
 */
record CandidateObjective(CrossEncoder scorer, CandidateLoss loss)
    implements Objective<List<CandidateList>> {
  @Override
  public Tensor loss(List<CandidateList> batch) {
    int candidates = batch.getFirst().grades().length;
    float[] relevant = new float[batch.size() * candidates];
    int at = 0;
    for (CandidateList candidateList : batch) {
      for (int grade : candidateList.grades()) {
        relevant[at++] = grade > 0 ? 1 : 0;
      }
    }
    Tensor scores = scores(scorer, batch);
    return loss.loss(
        scores,
        Tensor.create(relevant, batch.size(), candidates)
            .to(scores.device(), scores.scalar_type()));
  }

  /** Returns the scores of a batch, {@code [queries, candidates]}. */
  static Tensor scores(CrossEncoder scorer, List<CandidateList> batch) {
    List<Encoding> pairs =
        batch.stream().flatMap(candidateList -> candidateList.pairs().stream()).toList();
    return scorer.scores(pairs).view(batch.size(), batch.getFirst().pairs().size());
  }
}
