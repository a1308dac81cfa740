package org.isogloss.search;

import java.io.IOException;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.CollectionStatistics;
import org.apache.lucene.search.IndexSearcher;

/**
 * What is in the analysed field of a language, as Lucene counts it: with what was deleted and is
 * not merged away yet.
 *
 * @param passages that have a term
 * @param terms how many terms they have together
 */
record FieldStatistics(long passages, long terms) {
  static final FieldStatistics NONE = new FieldStatistics(0, 0);

  static FieldStatistics of(IndexSearcher searcher, String field) throws IOException {
    CollectionStatistics found = searcher.collectionStatistics(field);
    return found == null ? NONE : new FieldStatistics(found.docCount(), found.sumTotalTermFreq());
  }

  /** How many terms a passage has on average. */
  double meanLength() {
    return (double) terms / Math.max(1, passages);
  }

  /** A term's part of all terms; half an occurrence where it has none. */
  double share(IndexSearcher searcher, Term term) throws IOException {
    double occurrences = (double) searcher.getIndexReader().totalTermFreq(term);
    return Math.max(0.5, occurrences) / Math.max(1, terms);
  }
}
