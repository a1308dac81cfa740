// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

import java.util.List;
import java.util.Set;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.search.vector.DenseQuery;

/** The passages of an index that may be results of a search. Implementations are thread-safe. */
public interface CandidatePassages {
  /** The language codes of the passages. */
  Set<String> codes();

  /**
   * Finds the passages that contain words of a query. The score of a passage is the sum of the
   * contributions of its words; ties are broken by id and ordinal.
   *
   * @param words the words, in the languages of the passages
   * @param depth maximum number of passages, 1 or more
   */
  Ranking search(List<ScoredWord> words, int depth);

  /**
   * Finds the passages whose vectors are nearest to a query. Ties are broken by id and ordinal.
   *
   * @param sentenceWeight weight of the best sentence of a passage, from 0 to 1; the vector of the
   *     whole passage has the remaining weight
   * @param depth maximum number of passages, 1 or more
   * @return the passages with their cosines
   */
  Ranking nearest(DenseQuery query, double sentenceWeight, int depth);

  /** Returns those of some hits that are passages of this set, in the same order. */
  List<Hit> retain(List<Hit> hits);
}
