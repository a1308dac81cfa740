// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.List;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;

/**
 * The hits that are likely to answer a query, as {@link SearchRequest#withFacets} defines them:
 * vectors rank all documents of an index, of which most have nothing to do with the query.
 */
final class LikelyHits {
  /** Rank of the hit whose score is that of a text that does not answer the query. */
  private static final int UNLIKELY_RANK = 100;

  /** Part of the way from the score of an unlikely hit to that of the first one. */
  private static final double LIKELY_SHARE = 1.0 / 3;

  private LikelyHits() {}

  /** Whether the likely hits of a request have to be known. */
  static boolean areNeeded(SearchRequest request) {
    return !request.facets().isEmpty() || !request.sort().isEmpty();
  }

  /**
   * Returns the likely hits of a pipeline in the order of a ranking; none if they are not needed.
   *
   * @param pipeline the pipeline of the ranking
   * @param ranked the hits, with their probabilities if these are known
   */
  static Ranking of(SearchRequest request, Pipeline pipeline, RankedHits ranked) {
    if (!areNeeded(request)) {
      return Ranking.EMPTY;
    }
    List<Hit> hits =
        ranked.ranking().hits().stream()
            .filter(ranked::isFound)
            .limit(SearchRequest.FACET_DEPTH)
            .toList();
    if (ranked.hasProbabilities()) {
      return new Ranking(hits.stream().filter(hit -> isLikely(request, ranked, hit)).toList());
    }
    // Without vectors, every hit has words of the query.
    return Ranking.of(pipeline.usesVectors() ? withHighScores(hits) : hits);
  }

  /** Many hits may be likely, of which none is much more probable than the others. */
  private static boolean isLikely(SearchRequest request, RankedHits ranked, Hit hit) {
    return request.minProbability().isPresent()
        ? ranked.probability(hit).orElse(0) >= request.minProbability().getAsDouble()
        : ranked.probabilityAlone(hit) >= SearchRequest.LIKELY;
  }

  static List<Hit> withHighScores(List<Hit> hits) {
    if (hits.size() < UNLIKELY_RANK) {
      return hits; // all may answer the query
    }
    double unlikely = hits.get(UNLIKELY_RANK - 1).score();
    double least = unlikely + LIKELY_SHARE * (hits.getFirst().score() - unlikely);
    return hits.stream().filter(hit -> hit.score() >= least).toList();
  }
}
