// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;

/**
 * Statistics of the documents in a language.
 *
 * @param documents number of documents
 * @param linked number of documents whose page has documents in other languages
 * @param repeatedTitles number of documents of pages in a split whose title is no query because
 *     another document in the language has it too
 * @param emptyTitles number of documents of pages in a split that have no title, or a title without
 *     search terms
 */
public record LanguageStatistics(
    Language language, long documents, long linked, long repeatedTitles, long emptyTitles) {
  public LanguageStatistics {
    requireNonNull(language, "language is null");
  }
}
