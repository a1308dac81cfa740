// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.ranker;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.isogloss.neural.corpus.CorpusOptions;
import org.isogloss.neural.judgement.JudgedDataOptions;
import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The data on which a ranker is trained.
 *
 * @param bitext folder of {@code en-xx.tsv.gz} (English, translation, origin) or of Moses files
 * @param documentation folder of {@code xx.tsv.gz}, one documentation in many languages, all
 *     parallel to each other
 * @param multiparallel folder of tables {@code NAME.tsv.gz}, whose first line names the languages
 *     of their columns
 * @param monolingual folder of {@code xx.txt.gz}, text without translations, for HICTL and for the
 *     distillation of a bi-encoder, with pairs
 * @param languages codes of the languages of the pairs; empty for all
 * @param leaveOut origins of bitext to exclude
 * @param pivot whether two translations of the same English sentence are a pair, too
 * @param heldOut one of this many English sentences is held out for validation, with all its
 *     translations; 0 for none
 * @param judged queries with judged passages
 */
public record RankerDataOptions(
    Optional<Path> bitext,
    Optional<Path> documentation,
    Optional<Path> multiparallel,
    Optional<Path> monolingual,
    List<String> languages,
    List<String> leaveOut,
    @Default("false") boolean pivot,
    @Default("100") int heldOut,
    Optional<JudgedDataOptions> judged) {
  /** The keys of pairs of translations, for messages. */
  public static final String PAIR_KEYS = "data.bitext, data.documentation or data.multiparallel";

  /** The number of words is not limited here, because the transformer limits the tokens. */
  private static final int UNLIMITED_WORDS = Integer.MAX_VALUE;

  public RankerDataOptions {
    languages = List.copyOf(languages);
    leaveOut = List.copyOf(leaveOut);
    RecipeChecks.requireAtLeast("held-out", heldOut, 0);
    if (!hasPairs(bitext, documentation, multiparallel) && judged.isEmpty()) {
      throw new IllegalArgumentException(
          "none of bitext, documentation, multiparallel and judged is set, expected at least one");
    }
  }

  /** Returns whether the data contains pairs of translations. */
  public boolean hasPairs() {
    return hasPairs(bitext, documentation, multiparallel);
  }

  private static boolean hasPairs(
      Optional<Path> bitext, Optional<Path> documentation, Optional<Path> multiparallel) {
    return bitext.isPresent() || documentation.isPresent() || multiparallel.isPresent();
  }

  /**
   * Requires that there is no text without translations, which other trainings do not use.
   *
   * @param kind the kind of the recipe
   */
  public void requireNoMonolingualText(String kind) {
    if (monolingual.isPresent()) {
      throw new IllegalArgumentException(kind + " does not use data.monolingual; remove it");
    }
  }

  CorpusOptions corpusOptions() {
    return new CorpusOptions(
        bitext, documentation, multiparallel, languages, leaveOut, pivot, heldOut, UNLIMITED_WORDS);
  }

  /** Returns a text that identifies how pairs are read, to distinguish one corpus from another. */
  String pairsFingerprint() {
    return hasPairs() ? corpusOptions().fingerprint() : "";
  }
}
