// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.data.LanguagePair;
import org.isogloss.lexical.table.TableAligner;

/**
 * The occurrences of words in a bitext.
 *
 * @param languages the language of the words, and that of the translations
 * @param pairCount number of sentence pairs of the bitext
 * @param wordCount number of words of its sentences in the language of the words
 * @param occurrenceCount number of occurrences
 * @param dispersion how evenly they are distributed: the normalised deviation of proportions (Gries
 *     2008; Lijffijt and Gries 2012), 0 for as evenly as all words, 1 for all in one small part
 * @param occurrences the occurrences in the order of the bitext; a random sample of them if there
 *     are more than the maximum
 */
public record Concordance(
    LanguagePair languages,
    long pairCount,
    long wordCount,
    long occurrenceCount,
    double dispersion,
    List<Occurrence> occurrences) {
  public Concordance {
    requireNonNull(languages, "languages is null");
    occurrences = List.copyOf(occurrences);
  }

  /** The number of occurrences per million words. */
  public double perMillion() {
    return wordCount == 0 ? 0 : 1e6 * occurrenceCount / wordCount;
  }

  /** Whether {@link #occurrences} is a sample. */
  public boolean isSample() {
    return occurrences.size() < occurrenceCount;
  }

  /** The same concordance with the words of the translations that correspond to the occurrences. */
  public Concordance aligned(TableAligner aligner) {
    return new Concordance(
        languages,
        pairCount,
        wordCount,
        occurrenceCount,
        dispersion,
        occurrences.parallelStream().map(one -> one.aligned(aligner)).toList());
  }
}
