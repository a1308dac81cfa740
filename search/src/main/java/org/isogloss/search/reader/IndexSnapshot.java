// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.isogloss.api.SortKey;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Language;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.vector.LanguageMeans;
import org.isogloss.search.vector.QuerySample;

/**
 * What retrievers read from an index, wherever it is stored: its statistics, its stored passages,
 * and the results of term and vector searches. Retrieval itself (the words of a query in each
 * language, scoring functions, fusion, re-ranking) is independent of the storage.
 *
 * <p>Counts, statistics and means are those of the time when the snapshot was opened. Passages are
 * those of one commit if the storage can keep one open; otherwise later changes may be visible.
 * Implementations are thread-safe.
 */
public interface IndexSnapshot extends AutoCloseable {
  /** Where the index is stored, for messages: its folder, or the address of a collection. */
  String name();

  /**
   * Waits until the stored data is verified, which begins when the index is opened. By default, the
   * storage verifies its data itself.
   *
   * @param limit the longest time to wait
   * @throws org.isogloss.core.IsoglossException if the data is known to be damaged
   */
  default void requireIntact(Duration limit) {}

  /** The analyzers of the index. */
  LanguageAnalyzers analyzers();

  /** Number of documents. */
  long documents();

  /** Number of passages. */
  long passages();

  /** Number of passages of each language, in descending order. */
  Map<Language, Long> languages();

  /** Language codes of the passages, ordered by descending number of passages. */
  Set<String> codes();

  /** Number of passages with at least one term. */
  long analysedPassages();

  /** Statistics of an analysed field; zeros if no passage has the field. */
  FieldStatistics fieldStatistics(String field);

  /** Returns the statistics of each of some terms; zeros for those that do not occur. */
  Map<IndexTerm, TermStatistics> termStatistics(Collection<IndexTerm> terms);

  /**
   * Returns terms of an analysed field that begin with a prefix, the most frequent ones first.
   *
   * @param count maximum number of terms, 1 or more
   */
  List<String> terms(String field, String prefix, int count);

  /**
   * Returns the terms of an analysed field that differ from a term by one other, missing or
   * additional letter, or by two exchanged ones, the most frequent ones first. They have the same
   * first letter.
   *
   * @param count maximum number of terms, 1 or more
   */
  List<String> similarTerms(String field, String term, int count);

  /** The mean vectors of the languages. */
  LanguageMeans means();

  /** Texts of the collection that resemble queries; none in indexes of earlier versions. */
  QuerySample queries();

  /** The types of the fields of documents. */
  FieldTypes fieldTypes();

  /** The passages as they were stored. */
  StoredPassages stored();

  /**
   * Lists the ids of documents.
   *
   * @param filter a condition on their fields; empty for all documents
   * @param keys the order, the first key first; then documents are ordered by their ids
   * @param after the position after which the list begins: that of another list in this order
   * @param count maximum number of ids, 1 or more
   * @throws org.isogloss.core.IsoglossException if the filter or a key does not fit the fields of
   *     the documents, or the position is not one of a list in this order
   */
  DocumentIds documentIds(
      Optional<Filter> filter, List<SortKey> keys, Optional<String> after, int count);

  /**
   * Returns the passages of a scope, to be searched.
   *
   * @throws org.isogloss.core.IsoglossException if the filter of the scope does not fit the fields
   *     of the documents
   */
  CandidatePassages candidates(PassageScope scope);

  /** Closing twice has no effect. */
  @Override
  void close();
}
