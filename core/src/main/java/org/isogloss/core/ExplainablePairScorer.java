package org.isogloss.core;

import java.util.List;

/**
 * A pair scorer whose scores are sums over words or parts of words: it can say which of the query
 * found which of the passage, and what that counts.
 */
public interface ExplainablePairScorer extends PairScorer {
  /**
   * What one part of a query found. Places are in UTF-16 units.
   *
   * @param queryStart where the part begins in the query's text
   * @param queryEnd where it ends
   * @param passageStart where what it found begins in {@link Passage#titledText}
   * @param passageEnd where that ends
   * @param contribution what it adds to the score, which may be less than nothing
   */
  record TokenMatch(
      int queryStart, int queryEnd, int passageStart, int passageEnd, double contribution) {}

  /** What the parts of a query found in a passage; their shares sum up to its score. */
  List<TokenMatch> matches(Query query, Passage passage);
}
