// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Options for the validation of a cross-encoder, which ranks relevant passages among candidates.
 * The score decides which state of the model is kept.
 *
 * @param sentences folder of {@code xxx.txt.gz}, whose lines are translations of the lines of
 *     {@code eng.txt.gz}
 * @param sentencesEach number of sentences per language that are queries for their English
 *     translation
 * @param heldOutEach number of held-out pairs per language pair that are queries
 * @param judgedQueries number of held-out judged queries
 * @param candidates passages to rank per query; half of the negatives are hard negatives, which are
 *     similar to the relevant passage
 * @param measure the ranking measure
 */
public record CandidateValidationOptions(
    Optional<Path> sentences,
    @Default("10") int sentencesEach,
    @Default("5") int heldOutEach,
    @Default("50") int judgedQueries,
    @Default("8") int candidates,
    @Default("reciprocal-rank") RankingMeasure measure) {
  /** The measure of a ranking. */
  public enum RankingMeasure {
    /** The reciprocal of the rank of the first relevant passage. */
    RECIPROCAL_RANK("mean reciprocal rank"),
    /** 1 if the first passage is relevant, else 0. */
    FIRST("acc@1");

    private final String label;

    RankingMeasure(String label) {
      this.label = label;
    }

    double valueAt(int rank) {
      return this == FIRST ? (rank == 1 ? 1 : 0) : 1.0 / rank;
    }

    String label() {
      return label;
    }
  }

  public CandidateValidationOptions {
    RecipeChecks.requireAtLeast("sentences-each", sentencesEach, 1);
    RecipeChecks.requireAtLeast("held-out-each", heldOutEach, 1);
    RecipeChecks.requireAtLeast("judged-queries", judgedQueries, 1);
    RecipeChecks.requireInRange("candidates", candidates, 2, CandidateValidation.POOL_SIZE);
  }
}
