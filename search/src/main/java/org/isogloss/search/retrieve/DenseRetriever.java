// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.io.IOException;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.util.Bits;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.PassageFilter;
import org.isogloss.search.vector.DenseQuery;

/**
 * Retrieves the passages whose vectors are most similar to that of the query. The score is the
 * cosine, with or without subtraction of the language means. If the index has sentence vectors and
 * the options give them a weight, the score is interpolated with the cosine of the best sentence.
 *
 * <p>If there are at most {@value #MAX_EXACT_PASSAGES} candidate passages, or if the depth is a
 * large fraction of them, all candidates are compared ({@link ExactVectorSearch}). Otherwise the
 * search is approximate ({@link PerLanguageHnswSearch}) and may miss some of the nearest passages.
 * Both methods compute the same score for a passage.
 *
 * <p>With feedback, the first hits change the vector of the query ({@link FeedbackVector}), and the
 * search is repeated; scores are those of the second search.
 */
final class DenseRetriever implements Retriever {
  /** Maximum number of candidates of an exhaustive search. */
  static final int MAX_EXACT_PASSAGES = 20_000;

  /** Minimum depth of an exhaustive search, as a fraction of the candidates. */
  private static final double EXACT_DEPTH_FRACTION = 0.02;

  private final IndexSnapshot snapshot;
  private final QueryVectorCache vectors;
  private final DenseOptions options;
  private final Set<String> codes;
  private final PassageFilter filter;
  private final long maxExactPassages;

  /**
   * Creates a retriever.
   *
   * @param filter admits the candidate passages
   * @param maxExactPassages maximum number of candidates of an exhaustive search
   */
  DenseRetriever(
      IndexSnapshot snapshot,
      QueryVectorCache vectors,
      DenseOptions options,
      PassageFilter filter,
      long maxExactPassages) {
    this.snapshot = snapshot;
    this.vectors = vectors;
    this.options = options;
    this.codes = filter.codes();
    this.filter = filter;
    this.maxExactPassages = maxExactPassages;
  }

  @Override
  public Ranking retrieve(Query query, int depth) {
    RankingDepth.requirePositive(depth);
    float[] vector = vectors.get(query);
    if (!Encoder.isNonZero(vector) || codes.isEmpty()) {
      return Ranking.EMPTY;
    }
    Ranking first =
        search(query, vector, options.feedback().map(f -> FeedbackVector.HITS).orElse(depth));
    return options.feedback().isEmpty()
        ? first
        : search(
            query, new FeedbackVector(snapshot, options.feedback().get()).of(vector, first), depth);
  }

  private Ranking search(Query query, float[] vector, int depth) {
    DenseQuery denseQuery = DenseQuery.of(query, vector, snapshot.means(), options.calibrated());
    return snapshot.read(
        () -> {
          long candidates = filter.candidates(codes);
          boolean exact =
              candidates <= maxExactPassages || depth > EXACT_DEPTH_FRACTION * candidates;
          return exact
              ? exact(denseQuery, depth)
              : new PerLanguageHnswSearch(snapshot, denseQuery, filter, options.sentenceWeight())
                  .search(codes, depth);
        });
  }

  private Ranking exact(DenseQuery query, int depth) throws IOException {
    var search = new ExactVectorSearch(query, options.sentenceWeight(), depth);
    for (LeafReaderContext leaf : snapshot.reader().leaves()) {
      Bits accepted = filter.acceptedDocs(leaf);
      for (String code : codes) {
        search.scanLanguage(leaf, code, accepted);
      }
    }
    return search.topHits(snapshot);
  }
}
