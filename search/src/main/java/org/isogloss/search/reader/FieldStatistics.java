package org.isogloss.search.reader;

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
public record FieldStatistics(long passages, long terms) {
  static final FieldStatistics EMPTY = new FieldStatistics(0, 0);

  static FieldStatistics of(IndexSearcher searcher, String field) throws IOException {
    CollectionStatistics found = searcher.collectionStatistics(field);
    return found == null ? EMPTY : new FieldStatistics(found.docCount(), found.sumTotalTermFreq());
  }

  /** How many terms a passage has on average. */
  public double averageLength() {
    return (double) terms / Math.max(1, passages);
  }

  /** A term's part of all terms; half an occurrence where it has none. */
  public double relativeFrequency(IndexSearcher searcher, Term term) throws IOException {
    double occurrences = (double) searcher.getIndexReader().totalTermFreq(term);
    return Math.max(0.5, occurrences) / Math.max(1, terms);
  }
}
