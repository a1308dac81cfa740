// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Hit;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Query;
import org.isogloss.core.ScoreProbability;
import org.isogloss.search.SearchIndex;

/**
 * Computes the probability that a hit answers a query, from the score of the re-ranker alone: the
 * score of a pipeline is relative to the other hits and states nothing about the answer.
 */
record ProbabilityEstimator(SearchIndex index, PairScorer scorer, ScoreProbability conversion) {
  /**
   * Returns the probabilities of a pipeline's hits.
   *
   * @param rerankers finds a re-ranker by its name
   * @return empty if the pipeline has no re-ranker, or its probabilities are not known
   */
  static Optional<ProbabilityEstimator> of(
      SearchIndex index, Pipeline pipeline, Function<String, PairScorer> rerankers) {
    return pipeline
        .reranker()
        .flatMap(
            name -> {
              PairScorer scorer = rerankers.apply(name);
              return index
                  .probability(name, scorer)
                  .map(conversion -> new ProbabilityEstimator(index, scorer, conversion));
            });
  }

  /** Returns {@code double[hits.size()]}, the probabilities in the order of the hits. */
  double[] of(Query query, List<Hit> hits) {
    return Arrays.stream(index.scores(scorer, query, hits))
        .map(score -> conversion.of(score, index.passageCount()))
        .toArray();
  }
}
