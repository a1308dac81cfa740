// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.util.Collection;
import java.util.Map;
import java.util.Set;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Language;
import org.isogloss.search.filter.IndexedText;

/** Counts and lists the documents and passages of an index, excluding deleted ones. */
public interface IndexCounts {
  /** Number of documents. */
  long documents();

  /** Number of passages. */
  long passages();

  /** Number of documents written by one run. */
  long documentsOf(long run);

  /** Number of documents that have one of the given ids. */
  long documentsOf(Collection<String> ids);

  /**
   * Returns the ids of the documents that meet a filter.
   *
   * @param types types of the fields of the index
   * @param text how the words of the index are found
   * @throws org.isogloss.core.IsoglossException if no document has a field of the filter, or its
   *     type does not fit the comparison
   */
  Set<String> documentIds(Filter filter, FieldTypes types, IndexedText text);

  /**
   * Number of passages of each language, in descending order; ties are ordered by language code.
   */
  Map<Language, Long> passagesPerLanguage();
}
