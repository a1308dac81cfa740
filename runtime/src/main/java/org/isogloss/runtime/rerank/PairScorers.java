package org.isogloss.runtime.rerank;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.PairScorer;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.text.segmentation.EnglishWords;

/** Opens models of any kind as re-rankers. */
public final class PairScorers {
  private PairScorers() {}

  /**
   * Opens the re-ranker that a model folder holds: {@link LateInteractionScorer} where it has
   * {@link LateInteractionTables}, else {@link OnnxCrossEncoder}; where its manifest says that it
   * judges words one by one, {@link NoisyOrScorer} of that.
   *
   * @param model may be closed afterwards
   * @throws org.isogloss.core.IsoglossException if it holds none, or is damaged
   */
  public static PairScorer open(ModelFolder model, InferenceOptions options) {
    if (LateInteractionTables.existsIn(model)) {
      return LateInteractionScorer.open(model, options);
    }
    PairScorer crossEncoder = OnnxCrossEncoder.open(model, options);
    Optional<PriorCorrection> correction =
        model.manifest().wordScoring().map(words -> new PriorCorrection(words.priorOdds()));
    return correction.isEmpty()
        ? crossEncoder
        : new NoisyOrScorer(crossEncoder, PairScorers::contentWords, correction.get());
  }

  /** What is asked for of an English query. */
  private static List<String> contentWords(String query) {
    return EnglishWords.contentWords(EnglishWords.split(query));
  }
}
