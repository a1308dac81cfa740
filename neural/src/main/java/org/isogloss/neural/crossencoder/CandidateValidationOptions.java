package org.isogloss.neural.crossencoder;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * What decides which state of a cross-encoder is kept: how well it ranks right passages among
 * candidates.
 *
 * @param sentences folder of {@code xxx.txt.gz}, line by line translations of {@code eng.txt.gz}
 * @param sentencesEach how many of them ask in each language, each for its English twin
 * @param heldOutEach how many held-out pairs of each language pair ask
 * @param judgedQueries how many held-out judged queries ask
 * @param candidates how many passages are ranked for each, half of those that are wrong sharing
 *     most with the right one
 * @param measure of a ranking
 */
public record CandidateValidationOptions(
    Optional<Path> sentences,
    @Default("10") int sentencesEach,
    @Default("5") int heldOutEach,
    @Default("50") int judgedQueries,
    @Default("8") int candidates,
    @Default("reciprocal-rank") RankingMeasure measure) {
  /** What is measured of a ranking. */
  public enum RankingMeasure {
    /** One divided by the place of the first relevant passage. */
    RECIPROCAL_RANK("mean reciprocal rank"),
    /** Whether a relevant passage is the first. */
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
    RecipeChecks.requireAtLeast("candidates", candidates, 2);
  }
}
