// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core;

import java.util.List;

/**
 * A pair scorer whose score is a sum over words or subword tokens: it can report which part of the
 * query matched which part of the passage, and how much each match contributes.
 */
public interface ExplainablePairScorer extends PairScorer {
  /**
   * A match between a part of a query and a part of a passage. Offsets are in UTF-16 units. A part
   * that is empty is a token that a model adds to every text.
   *
   * @param queryStart offset of the first character of the part in the query's text
   * @param queryEnd offset after its last character
   * @param passageStart offset of the first character of the match in {@link Passage#titledText}
   * @param passageEnd offset after its last character
   * @param similarity how alike both are, 1 if they are equal
   * @param contribution what the match adds to the score; may be negative
   */
  record TokenMatch(
      int queryStart,
      int queryEnd,
      int passageStart,
      int passageEnd,
      double similarity,
      double contribution) {}

  /**
   * The matches of a query in a passage; their contributions add up to the score of the passage.
   */
  List<TokenMatch> matches(Query query, Passage passage);
}
