package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.Checks;
import org.isogloss.neural.Default;

/**
 * What decides which state is kept.
 *
 * @param sentences folder of {@code xxx.txt.gz}, line by line translations of {@code eng.txt.gz};
 *     validation then is half this, half the held-out pairs
 * @param sentencesEach how many of them in each language
 * @param passageSentences bi-encoder: how many of them that follow each other are a passage of a
 *     pool of many languages, which then counts as much as the others; 0 for none
 * @param heldOutEach how many held-out pairs of each language pair
 * @param watched folder of bitext in Moses files, such as Tatoeba, that is measured and told with
 *     each validation, but decides nothing
 * @param watchedEach how many pairs of each of its languages
 */
public record RankerValidation(
    Optional<Path> sentences,
    @Default("100") int sentencesEach,
    @Default("0") int passageSentences,
    @Default("100") int heldOutEach,
    Optional<Path> watched,
    @Default("200") int watchedEach) {
  public RankerValidation {
    Checks.atLeast("sentences-each", sentencesEach, 2);
    Checks.atLeast("passage-sentences", passageSentences, 0);
    Checks.atLeast("held-out-each", heldOutEach, 2);
    Checks.atLeast("watched-each", watchedEach, 2);
  }
}
