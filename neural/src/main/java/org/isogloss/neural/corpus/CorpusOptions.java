// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * Options for the parallel text of a training.
 *
 * @param bitext folder of {@code en-xx.tsv.gz}, with the columns English, translation and origin;
 *     if there are no such files, of Moses files such as {@code news.de-en.de} and {@code
 *     news.de-en.en}
 * @param documentation folder of {@code xx.tsv.gz}: one documentation in many languages, parallel
 *     in every pair of languages
 * @param multiparallel folder of {@code NAME.tsv.gz}: tables whose first line names the languages
 *     of their columns, parallel in every pair of languages
 * @param languages codes of the languages to read; empty for all. English is read in any case if
 *     {@code pivot} needs it, but then forms no pairs
 * @param leaveOut origins of bitext to exclude
 * @param pivot whether two translations of the same English sentence form a pair
 * @param heldOut holds out one of this many English sentences, with all its translations, for
 *     validation; 0 for none
 * @param maxWords maximum number of words of a sentence; longer sentences are truncated
 */
public record CorpusOptions(
    Optional<Path> bitext,
    Optional<Path> documentation,
    Optional<Path> multiparallel,
    List<String> languages,
    List<String> leaveOut,
    @Default("false") boolean pivot,
    @Default("100") int heldOut,
    @Default("96") int maxWords) {
  public CorpusOptions {
    requireNonNull(bitext, "bitext is null");
    requireNonNull(documentation, "documentation is null");
    requireNonNull(multiparallel, "multiparallel is null");
    languages = List.copyOf(languages);
    leaveOut = List.copyOf(leaveOut);
    RecipeChecks.requireAtLeast("held-out", heldOut, 0);
    RecipeChecks.requireAtLeast("max-words", maxWords, 1);
    if (bitext.isEmpty() && documentation.isEmpty() && multiparallel.isEmpty()) {
      throw new IllegalArgumentException("bitext, documentation and multiparallel are all missing");
    }
  }

  /** Returns a text that identifies how the files are read, wherever they are. */
  public String fingerprint() {
    return List.of(languages, leaveOut, pivot, heldOut, maxWords).toString();
  }

  /** Returns whether a language is read. */
  boolean includes(String language) {
    return languages.isEmpty() || languages.contains(language);
  }
}
