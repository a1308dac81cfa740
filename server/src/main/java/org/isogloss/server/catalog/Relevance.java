// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.isogloss.core.Language;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
import org.isogloss.core.Query;
import org.isogloss.core.ScoreProbability;
import org.isogloss.search.QueryLimit;

/**
 * Ranks passages of a request with a re-ranker.
 *
 * @param name name of the re-ranker
 * @param scorer the re-ranker
 */
public record Relevance(String name, PairScorer scorer) {
  /**
   * The relevance of a passage.
   *
   * @param index position of the passage in the request, from 0
   * @param score the score of the re-ranker; log-odds if it returns probabilities
   * @param probability probability that the passage answers the query, among the passages of the
   *     request; the logistic function of the score if the re-ranker states no conversion
   */
  public record Scored(int index, double score, double probability) {}

  /**
   * Returns a ranking by a re-ranker.
   *
   * @param key name of the parameter that names it, for messages
   * @param name name of the re-ranker; empty for the first one
   */
  public static Relevance of(Catalog catalog, String key, Optional<String> name) {
    PairScorer scorer = catalog.reranker(key, name);
    return new Relevance(name.or(catalog::defaultReranker).orElseThrow(), scorer);
  }

  /** Converts a text of unknown language to a passage. */
  public static List<Passage> passages(List<String> texts) {
    return IntStream.range(0, texts.size())
        .mapToObj(
            i ->
                new Passage(
                    String.valueOf(i),
                    0,
                    Language.UNDETERMINED,
                    "",
                    texts.get(i),
                    0,
                    texts.get(i).length()))
        .toList();
  }

  /**
   * Ranks passages.
   *
   * @param top maximum number of results
   * @return the best passages, best first; those with equal scores in their order
   */
  public List<Scored> rank(Query query, List<Passage> passages, int top) {
    float[] scores = scorer.score(QueryLimit.truncate(query), passages);
    List<Scored> all = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      double score = ScoreProbability.additiveScore(scorer, scores[i]);
      all.add(new Scored(i, score, probability(score, passages.size())));
    }
    all.sort(Comparator.comparingDouble(Scored::score).reversed());
    return List.copyOf(all.subList(0, Math.min(top, all.size())));
  }

  private double probability(double score, int passages) {
    return scorer
        .probability()
        .map(conversion -> conversion.of(score, passages))
        .orElseGet(() -> 1 / (1 + Math.exp(-score)));
  }
}
