package org.isogloss.neural.corpus;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Which parallel text a training reads.
 *
 * @param bitext folder of {@code en-xx.tsv.gz}: English, translation, origin; without these, of
 *     Moses files: {@code news.de-en.de}, {@code news.de-en.en}
 * @param documentation folder of {@code xx.tsv.gz}, one documentation in many languages, of which
 *     any two are parallel
 * @param leaveOut origins of bitext that are not read
 * @param pivot whether two translations of one English sentence are a pair too
 * @param heldOut one English sentence in so many, and all its translations, is kept for validation;
 *     0 for none
 * @param maxWords words of a sentence behind these are left out
 */
public record CorpusOptions(
    Optional<Path> bitext,
    Optional<Path> documentation,
    List<String> leaveOut,
    @Default("false") boolean pivot,
    @Default("100") int heldOut,
    @Default("96") int maxWords) {
  public CorpusOptions {
    requireNonNull(bitext, "bitext is null");
    requireNonNull(documentation, "documentation is null");
    leaveOut = List.copyOf(leaveOut);
    RecipeChecks.requireAtLeast("held-out", heldOut, 0);
    RecipeChecks.requireAtLeast("max-words", maxWords, 1);
    if (bitext.isEmpty() && documentation.isEmpty()) {
      throw new IllegalArgumentException("neither bitext nor documentation is named");
    }
  }
}
