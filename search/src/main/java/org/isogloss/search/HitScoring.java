// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Query;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.retrieve.HitScorer;
import org.isogloss.search.retrieve.QueryVectorCache;
import org.isogloss.search.storage.OpenIndex;
import org.isogloss.search.vector.ReproducibleDotProduct;

/**
 * Scores of hits that are comparable between queries, unlike those of pipelines, and their
 * conversion to probabilities. This class is thread-safe.
 */
public final class HitScoring {
  private final OpenIndex opened;
  private final Optional<QueryVectorCache> vectors;

  /** A pipeline and the probabilities of its hits need the same scores. */
  private final Map<PairScorer, HitScorer> scorers = new ConcurrentHashMap<>();

  HitScoring(OpenIndex opened, Optional<QueryVectorCache> vectors) {
    this.opened = opened;
    this.vectors = vectors;
  }

  /** Returns the scorer of hits that all retrievers of the index share, with its cache. */
  HitScorer scorer(PairScorer scorer) {
    return scorers.computeIfAbsent(
        scorer, known -> new HitScorer(known, opened.manifest(), opened.snapshot()));
  }

  /**
   * Scores hits with a pair scorer, by the token vectors that the index stores, or else by their
   * texts.
   *
   * @return {@code double[hits.size()]}, additive scores: the log-odds of probabilities
   */
  public double[] scores(PairScorer scorer, Query query, List<Hit> hits) {
    float[] scores = scorer(scorer).score(QueryLimit.truncate(query), hits);
    return IntStream.range(0, scores.length)
        .mapToDouble(i -> ScoreProbability.additiveScore(scorer, scores[i]))
        .toArray();
  }

  /**
   * Returns the cosines of the vectors of a query and of passages.
   *
   * @return {@code double[hits.size()]}; 0 for a passage without a vector
   * @throws IsoglossException if the index is open without vectors
   */
  public double[] cosines(Query query, List<Hit> hits) {
    QueryVectorCache cache =
        vectors.orElseThrow(
            () ->
                new IsoglossException(
                    opened.snapshot().name()
                        + ": cosines need vectors, but the index was created or opened without a"
                        + " model"));
    float[] vector = cache.get(QueryLimit.truncate(query));
    return opened.snapshot().stored().vectors(hits).stream()
        .mapToDouble(
            passage ->
                passage.map(found -> ReproducibleDotProduct.dotProduct(vector, found)).orElse(0f))
        .toArray();
  }

  /**
   * The conversion of a re-ranker's scores to probabilities, as estimated on this index, or else
   * when its model was made.
   *
   * @param name name of the re-ranker in pipelines
   * @return empty if neither is known
   */
  public Optional<ScoreProbability> probability(String name, PairScorer scorer) {
    return opened
        .probability()
        .filter(
            estimate ->
                estimate.reranker().stream()
                    .anyMatch(known -> known.equals(name) || isOfTokenVectors(known, scorer)))
        .map(IndexProbability::probability)
        .or(scorer::probability);
  }

  /** Whether a re-ranker is a scorer that has another name now, because its folder was moved. */
  private boolean isOfTokenVectors(String reranker, PairScorer scorer) {
    return opened.manifest().tokenVectors().stream()
            .anyMatch(stored -> stored.name().equals(reranker))
        && scorer instanceof TokenVectorScorer tokens
        && opened.manifest().storesVectorsOf(tokens);
  }

  /**
   * The conversion of {@link #cosines} to probabilities, as estimated on this index, or else when
   * the model of its vectors was made.
   *
   * @return empty if neither is known, or the index is open without vectors
   */
  public Optional<ScoreProbability> probability() {
    return vectors.flatMap(
        cache ->
            opened
                .probability()
                .filter(estimate -> estimate.reranker().isEmpty())
                .map(IndexProbability::probability)
                .or(cache.encoder()::probability));
  }
}
