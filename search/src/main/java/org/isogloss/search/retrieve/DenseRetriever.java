// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.function.Function;
import org.isogloss.core.Encoder;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.vector.DenseQuery;

/**
 * Retrieves the passages whose vectors are most similar to that of the query. The score is the
 * cosine, with or without subtraction of the language means.
 *
 * <p>With feedback, the first hits change the vector of the query ({@link FeedbackVector}), and the
 * search is repeated; scores are those of the second search.
 */
final class DenseRetriever implements Retriever {
  private final IndexSnapshot snapshot;
  private final Function<Query, float[]> vectors;
  private final DenseOptions options;
  private final CandidatePassages candidates;

  /**
   * Creates a retriever.
   *
   * @param vectors returns the vector of a query, of unit length, or zero if it has no words
   */
  DenseRetriever(
      IndexSnapshot snapshot,
      Function<Query, float[]> vectors,
      DenseOptions options,
      CandidatePassages candidates) {
    this.snapshot = snapshot;
    this.vectors = vectors;
    this.options = options;
    this.candidates = candidates;
  }

  @Override
  public Ranking retrieve(Query query, int depth) {
    RankingDepth.requirePositive(depth);
    float[] vector = vectors.apply(query);
    if (!Encoder.isNonZero(vector)) {
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
    return candidates.nearest(
        DenseQuery.of(query, vector, snapshot.means(), options.calibrated()),
        options.sentenceWeight(),
        depth);
  }
}
