package org.isogloss.neural.crossencoder;

import java.util.List;
import org.bytedeco.pytorch.NoGradGuard;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.Distillation;
import org.isogloss.neural.Objective;

/** Distillation of a teacher's scores: for each query a row of them, for its candidates. */
record TaughtScores(CrossEncoder scorer, CrossEncoder teacher, Distillation loss)
    implements Objective<List<Candidates>> {
  // The guard is there while the block runs.
  @SuppressWarnings("try")
  @Override
  public Tensor loss(List<Candidates> batch) {
    Tensor shown;
    try (NoGradGuard guard = new NoGradGuard()) {
      shown = CandidateScores.scores(teacher, batch);
    }
    return loss.loss(CandidateScores.scores(scorer, batch), shown);
  }
}
