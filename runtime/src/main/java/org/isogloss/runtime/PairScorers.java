package org.isogloss.runtime;

import org.isogloss.core.PairScorer;
import org.isogloss.model.InteractionTables;
import org.isogloss.model.ModelFolder;

/** Opens models of any kind as re-rankers. */
public final class PairScorers {
  private PairScorers() {}

  /**
   * Opens the re-ranker that a model folder holds: {@link LateInteraction} where it has {@link
   * InteractionTables}, else {@link OnnxCrossEncoder}.
   *
   * @param model may be closed afterwards
   * @throws org.isogloss.core.IsoglossException if it holds none, or is damaged
   */
  public static PairScorer open(ModelFolder model, InferenceOptions options) {
    return InteractionTables.isIn(model)
        ? LateInteraction.open(model, options)
        : OnnxCrossEncoder.open(model, options);
  }
}
