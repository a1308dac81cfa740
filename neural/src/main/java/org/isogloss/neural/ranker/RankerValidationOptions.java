// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.Optional;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * How validation selects the best state.
 *
 * @param sentences folder of {@code xxx.txt.gz}, line-by-line translations of {@code eng.txt.gz};
 *     these sentences and the held-out pairs then count equally
 * @param sentencesEach number of sentences in each language
 * @param passageSentences for a bi-encoder, number of consecutive sentences that form a passage of
 *     a multilingual pool, which then counts as much as the other collections; 0 for no such pool
 * @param heldOutEach number of held-out pairs of each language pair
 * @param watched folder of bitext in Moses files, such as Tatoeba, that each validation measures
 *     and reports, but that does not affect the score
 * @param watchedEach number of pairs of each of its languages
 * @param judgedQueries for a bi-encoder, maximum number of held-out judged queries, whose judged
 *     passages form a pool that counts as much as the other collections
 */
public record RankerValidationOptions(
    Optional<Path> sentences,
    @Default("100") int sentencesEach,
    @Default("0") int passageSentences,
    @Default("100") int heldOutEach,
    Optional<Path> watched,
    @Default("200") int watchedEach,
    @Default("200") int judgedQueries) {
  public RankerValidationOptions {
    RecipeChecks.requireAtLeast("sentences-each", sentencesEach, 2);
    RecipeChecks.requireAtLeast("passage-sentences", passageSentences, 0);
    RecipeChecks.requireAtLeast("sentences-each", sentencesEach, passageSentences);
    RecipeChecks.requireAtLeast("held-out-each", heldOutEach, 2);
    RecipeChecks.requireAtLeast("watched-each", watchedEach, 2);
    RecipeChecks.requireAtLeast("judged-queries", judgedQueries, 1);
  }
}
