// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;

/**
 * The hits that are likely to answer a query, as {@link SearchRequest#withFacets} defines them:
 * vectors rank all documents of an index, of which most have nothing to do with the query.
 */
final class LikelyHits {
  /** Number of hits whose probabilities are computed together. */
  private static final int CHUNK = SearchRequest.PROBABILITY_DEPTH;

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
   * Returns the likely hits in the order of a ranking; none if they are not needed.
   *
   * @param pipeline the pipeline of the ranking
   * @param probabilities computes the probabilities of hits; empty if they are not known
   */
  static Ranking of(
      SearchRequest request,
      Pipeline pipeline,
      Ranking ranking,
      Optional<ProbabilityEstimator> probabilities) {
    if (!areNeeded(request)) {
      return Ranking.EMPTY;
    }
    List<Hit> hits = ranking.top(SearchRequest.FACET_DEPTH).hits();
    if (probabilities.isPresent()) {
      return Ranking.of(probable(request, hits, probabilities.get()));
    }
    // Without vectors, every hit has words of the query.
    return Ranking.of(pipeline.usesVectors() ? withHighScores(hits) : hits);
  }

  /** Examines hits until none of {@value #CHUNK} in succession is probable. */
  private static List<Hit> probable(
      SearchRequest request, List<Hit> hits, ProbabilityEstimator probabilities) {
    double min = request.minProbability().orElse(SearchRequest.LIKELY);
    List<Hit> probable = new ArrayList<>();
    for (int from = 0; from < hits.size(); from += CHUNK) {
      List<Hit> chunk = hits.subList(from, Math.min(hits.size(), from + CHUNK));
      double[] known = probabilities.of(request.query(), chunk);
      int before = probable.size();
      for (int i = 0; i < known.length; i++) {
        if (known[i] >= min) {
          probable.add(chunk.get(i));
        }
      }
      if (probable.size() == before) {
        break;
      }
    }
    return probable;
  }

  private static List<Hit> withHighScores(List<Hit> hits) {
    if (hits.isEmpty()) {
      return hits;
    }
    double unlikely = hits.get(Math.min(hits.size(), UNLIKELY_RANK) - 1).score();
    double least = unlikely + LIKELY_SHARE * (hits.getFirst().score() - unlikely);
    return hits.stream().filter(hit -> hit.score() >= least).toList();
  }
}
