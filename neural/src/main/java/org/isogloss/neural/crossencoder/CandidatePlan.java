package org.isogloss.neural.crossencoder;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;

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
public record CandidatePlan(
    Optional<Path> sentences,
    @Default("10") int sentencesEach,
    @Default("5") int heldOutEach,
    @Default("50") int judgedQueries,
    @Default("8") int candidates,
    @Default("reciprocal-rank") Ranked measure) {
  /** What is measured of a ranking. */
  public enum Ranked {
    /** One divided by the place of the first relevant passage. */
    RECIPROCAL_RANK("mean reciprocal rank"),
    /** Whether a relevant passage is the first. */
    FIRST("acc@1");

    private final String label;

    Ranked(String label) {
      this.label = label;
    }

    double of(int rank) {
      return this == FIRST ? (rank == 1 ? 1 : 0) : 1.0 / rank;
    }

    String label() {
      return label;
    }
  }

  public CandidatePlan {
    Checks.atLeast("sentences-each", sentencesEach, 1);
    Checks.atLeast("held-out-each", heldOutEach, 1);
    Checks.atLeast("judged-queries", judgedQueries, 1);
    Checks.atLeast("candidates", candidates, 2);
  }
}
