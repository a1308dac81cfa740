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
 * Training data of a ranker.
 *
 * @param bitext folder of {@code en-xx.tsv.gz}: English, translation, origin; or of Moses files
 * @param documentation folder of {@code xx.tsv.gz}, one documentation in many languages, any two of
 *     which are parallel
 * @param leaveOut origins of bitext that are not read
 * @param pivot whether two translations of one English sentence are a pair too
 * @param heldOut one English sentence in this number, with all its translations, is held out for
 *     validation; 0 for none
 * @param judged queries with judged passages
 */
public record RankerDataOptions(
    Optional<Path> bitext,
    Optional<Path> documentation,
    List<String> leaveOut,
    @Default("false") boolean pivot,
    @Default("100") int heldOut,
    Optional<JudgedDataOptions> judged) {
  /**
   * Maximum number of words of a sentence; the maximum length of the transformer truncates before.
   */
  private static final int UNLIMITED_WORDS = Integer.MAX_VALUE;

  public RankerDataOptions {
    leaveOut = List.copyOf(leaveOut);
    RecipeChecks.requireAtLeast("held-out", heldOut, 0);
    if (bitext.isEmpty() && documentation.isEmpty() && judged.isEmpty()) {
      throw new IllegalArgumentException("neither bitext nor documentation nor judged is named");
    }
  }

  /** Returns whether there is parallel text. */
  public boolean hasPairs() {
    return bitext.isPresent() || documentation.isPresent();
  }

  CorpusOptions corpusOptions() {
    return new CorpusOptions(bitext, documentation, leaveOut, pivot, heldOut, UNLIMITED_WORDS);
  }

  /** Returns a description of the parallel text that identifies a corpus. */
  String pairsFingerprint() {
    return hasPairs() ? corpusOptions().toString() : "";
  }
}
