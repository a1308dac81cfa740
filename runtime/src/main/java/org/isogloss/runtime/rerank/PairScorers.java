// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import java.util.List;
import java.util.Optional;
import org.isogloss.core.PairScorer;
import org.isogloss.modelio.LateInteractionTables;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.text.segmentation.EnglishWords;

/** Opens models of any kind as re-rankers. */
public final class PairScorers {
  private PairScorers() {}

  /**
   * Opens the re-ranker of a model folder: {@link BiclaScorer} if it is a BiCLA model, {@link
   * LateInteractionScorer} if it contains {@link LateInteractionTables} or computes token vectors
   * for late interaction, otherwise {@link OnnxCrossEncoder}, wrapped in a {@link NoisyOrScorer} if
   * the manifest states that the model scores query words one by one.
   *
   * @param model may be closed afterwards
   * @throws org.isogloss.core.IsoglossException if it does not contain a re-ranker, or is damaged
   */
  public static PairScorer open(ModelFolder model, InferenceOptions options) {
    if (model.kind() == ModelFolder.Kind.STATIC) {
      throw new ModelFormatException(
          model.path(), "is a static encoder, which scores no pairs: expected a re-ranker");
    }
    if (model.kind() == ModelFolder.Kind.BICLA) {
      return BiclaScorer.open(model, options);
    }
    if (LateInteractionTables.existsIn(model) || model.tokenVectorHead().isPresent()) {
      return LateInteractionScorer.open(model, options);
    }
    PairScorer crossEncoder = OnnxCrossEncoder.open(model, options);
    Optional<PriorCorrection> correction =
        model.manifest().wordScoring().map(words -> new PriorCorrection(words.priorOdds()));
    return correction.isEmpty()
        ? crossEncoder
        : new NoisyOrScorer(crossEncoder, PairScorers::contentWords, correction.get());
  }

  /** Returns the words of an English query to be scored. */
  private static List<String> contentWords(String query) {
    return EnglishWords.contentWords(EnglishWords.split(query));
  }
}
