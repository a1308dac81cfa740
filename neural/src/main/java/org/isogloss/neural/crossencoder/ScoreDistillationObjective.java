// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.objective.Objective;

/**
 * Distillation of a teacher's scores, with a row of candidate scores for each query.
 *
 * @param scorer the cross-encoder to train
 * @param teacher the teacher
 * @param loss the loss
 */
record ScoreDistillationObjective(CrossEncoder scorer, CrossEncoder teacher, DistillationLoss loss)
    implements Objective<List<CandidateList>> {
  // The guard takes effect by being open.
  @SuppressWarnings("try")
  @Override
  public Tensor loss(List<CandidateList> batch) {
    Tensor target;
    try (NoGradGuard guard = new NoGradGuard()) {
      target = CandidateObjective.scores(teacher, batch);
    }
    return loss.loss(CandidateObjective.scores(scorer, batch), target);
  }
}
