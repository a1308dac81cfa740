// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.Map;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;

/** A retriever whose scores can be normalised per language. */
interface WordRetriever extends Retriever {
  /**
   * The result of a search.
   *
   * @param ranking the passages
   * @param maxScores the scores that count as 1 in each language, by language code
   */
  record Matches(Ranking ranking, Map<String, Double> maxScores) {}

  /** Returns the best passages for a query, and by which their scores are normalised. */
  Matches matches(Query query, int depth);

  @Override
  default Ranking retrieve(Query query, int depth) {
    return matches(query, depth).ranking();
  }
}
