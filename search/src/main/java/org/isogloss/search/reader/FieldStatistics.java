// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

import java.io.IOException;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;

/**
 * Lucene's statistics of the analysed field of a language, which include deleted passages that have
 * not been merged away.
 *
 * @param passages number of passages with at least one term
 * @param terms total number of terms in these passages
 */
public record FieldStatistics(long passages, long terms) {
  static final FieldStatistics EMPTY = new FieldStatistics(0, 0);

  static FieldStatistics of(IndexSearcher searcher, String field) throws IOException {
    CollectionStatistics found = searcher.collectionStatistics(field);
    return found == null ? EMPTY : new FieldStatistics(found.docCount(), found.sumTotalTermFreq());
  }

  /** Average number of terms per passage. */
  public double averageLength() {
    return (double) terms / Math.max(1, passages);
  }

  /** Relative frequency of a term; a term that does not occur counts as half an occurrence. */
  public double relativeFrequency(IndexSearcher searcher, Term term) throws IOException {
    double occurrences = (double) searcher.getIndexReader().totalTermFreq(term);
    return Math.max(0.5, occurrences) / Math.max(1, terms);
  }
}
