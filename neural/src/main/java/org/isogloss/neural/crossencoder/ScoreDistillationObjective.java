package org.isogloss.neural.crossencoder;

import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.loss.DistillationLoss;
import org.isogloss.neural.objective.Objective;

/** Distillation of a teacher's scores: for each query a row of them, for its candidates. */
record ScoreDistillationObjective(CrossEncoder scorer, CrossEncoder teacher, DistillationLoss loss)
    implements Objective<List<CandidateList>> {
  // The guard is there while the block runs.
  @SuppressWarnings("try")
  @Override
  public Tensor loss(List<CandidateList> batch) {
    Tensor shown;
    try (NoGradGuard guard = new NoGradGuard()) {
      shown = CandidateObjective.scores(teacher, batch);
    }
    return loss.loss(CandidateObjective.scores(scorer, batch), shown);
  }
}
