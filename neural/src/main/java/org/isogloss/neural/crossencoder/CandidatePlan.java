package org.isogloss.neural.crossencoder;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;

/**
 * What decides which state of a cross-encoder is kept: the mean reciprocal rank of the right
 * passage among candidates.
 *
 * @param sentences folder of {@code xxx.txt.gz}, line by line translations of {@code eng.txt.gz}
 * @param sentencesEach how many of them ask in each language, each for its English twin
 * @param heldOutEach how many held-out pairs of each language pair ask
 * @param judgedQueries how many held-out judged queries ask
 * @param candidates how many passages are ranked for each, half of those that are wrong sharing
 *     most with the right one
 */
public record CandidatePlan(
    Optional<Path> sentences,
    @Default("10") int sentencesEach,
    @Default("5") int heldOutEach,
    @Default("50") int judgedQueries,
    @Default("8") int candidates) {
  public CandidatePlan {
    Checks.atLeast("sentences-each", sentencesEach, 1);
    Checks.atLeast("held-out-each", heldOutEach, 1);
    Checks.atLeast("judged-queries", judgedQueries, 1);
    Checks.atLeast("candidates", candidates, 2);
  }
}
