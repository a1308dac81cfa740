// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Selection of the state.
 *
 * @param sentences folder of {@code xxx.txt.gz}, line-aligned translations of {@code eng.txt.gz};
 *     validation then is half this, half the held-out pairs
 * @param sentencesEach number of them in each language
 * @param passageSentences bi-encoder: number of consecutive sentences that form a passage of a
 *     multilingual pool, which then has the same weight as the others; 0 for none
 * @param heldOutEach number of held-out pairs of each language pair
 * @param watched folder of bitext in Moses files, such as Tatoeba, that is measured and logged with
 *     each validation, but decides nothing
 * @param watchedEach number of pairs of each of its languages
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
