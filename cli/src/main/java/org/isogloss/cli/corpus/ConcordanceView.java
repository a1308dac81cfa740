// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.corpus;

/** What {@code isogloss concordance} shows. */
enum ConcordanceView {
  /** The frequency of the words, their translations, and some lines. */
  SUMMARY,
  /** Every occurrence in its context, with the translation. */
  LINES,
  /** The translations with their counts and examples. */
  TRANSLATIONS,
  /** The words that occur near them. */
  COLLOCATIONS,
  /** The most frequent words or n-grams of the corpus, or those that contain the words. */
  WORDS;

  /** Whether occurrences and their translations are needed. */
  boolean hasOccurrences() {
    return this == SUMMARY || this == LINES || this == TRANSLATIONS;
  }
}
