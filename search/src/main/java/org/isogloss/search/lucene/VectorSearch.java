// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.isogloss.core.Ranking;
import org.isogloss.search.vector.DenseQuery;

/**
 * Finds the passages whose vectors are nearest to a given one. If the index has sentence vectors
 * and these have a weight, the score is interpolated with the cosine of the best sentence.
 *
 * <p>If there are at most {@value #MAX_EXACT_PASSAGES} candidate passages, or if the depth is a
 * large fraction of them, all candidates are compared ({@link ExactVectorSearch}). Otherwise the
 * search is approximate ({@link PerLanguageHnswSearch}) and may miss some of the nearest passages.
 * Both methods compute the same score for a passage.
 *
 * @param sentenceWeight weight of the best sentence, from 0 to 1
 * @param filter admits the candidate passages
 * @param maxExactPassages maximum number of candidates of an exhaustive search
 */
record VectorSearch(
    LuceneSnapshot snapshot, double sentenceWeight, PassageFilter filter, long maxExactPassages) {
  /** Maximum number of candidates of an exhaustive search. */
  static final int MAX_EXACT_PASSAGES = 20_000;

  /** Minimum depth of an exhaustive search, as a fraction of the candidates. */
  private static final double EXACT_DEPTH_FRACTION = 0.02;

  Ranking search(DenseQuery query, int depth) {
    if (filter.codes().isEmpty()) {
      return Ranking.EMPTY;
    }
    return snapshot.read(
        () -> {
          long candidates = filter.candidates(filter.codes());
          boolean exact =
              candidates <= maxExactPassages || depth > EXACT_DEPTH_FRACTION * candidates;
          return exact
              ? exact(query, depth)
              : new PerLanguageHnswSearch(snapshot, query, filter, sentenceWeight)
                  .search(filter.codes(), depth);
        });
  }

  private Ranking exact(DenseQuery query, int depth) throws IOException {
    var search = new ExactVectorSearch(query, sentenceWeight, depth);
    for (LeafReaderContext leaf : snapshot.reader().leaves()) {
      Bits accepted = filter.acceptedDocs(leaf);
      for (String code : filter.codes()) {
        search.scanLanguage(leaf, code, accepted);
      }
    }
    return search.topHits(snapshot);
  }
}
