package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

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
public record RankerValidationOptions(
    Optional<Path> sentences,
    @Default("100") int sentencesEach,
    @Default("0") int passageSentences,
    @Default("100") int heldOutEach,
    Optional<Path> watched,
    @Default("200") int watchedEach) {
  public RankerValidationOptions {
    RecipeChecks.requireAtLeast("sentences-each", sentencesEach, 2);
    RecipeChecks.requireAtLeast("passage-sentences", passageSentences, 0);
    RecipeChecks.requireAtLeast("held-out-each", heldOutEach, 2);
    RecipeChecks.requireAtLeast("watched-each", watchedEach, 2);
  }
}
