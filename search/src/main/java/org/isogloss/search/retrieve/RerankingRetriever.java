// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.api.pipeline.FusionMethod;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.core.util.LogOdds;

/**
 * Re-ranks the best hits of another retriever with a pair scorer. It retrieves at least {@value
 * RankingDepth#MIN_CANDIDATES} hits and scores all of them or only the first ones; hits that are
 * not scored follow in their original order.
 *
 * <p>If the index stores the token vectors of the pair scorer, these are compared, and no passage
 * is encoded or even read.
 *
 * <p>If the weight {@code w} is below 1, both scores are standardised and interpolated: {@code w
 * z(s) + (1 - w) z(f)}, where {@code f} is the original score of a hit, {@code s} is the score of
 * the pair scorer, and {@code z} is the standard score over the re-ranked hits (Montague and Aslam,
 * see {@link FusionMethod#ZSUM}). All these hits have both scores, so no assumption about missing
 * scores is necessary. If the pair scorer returns probabilities, {@code s} is the log-odds:
 * probabilities concentrate near 0 and 1, where a sum would be dominated by the other score, and
 * log-odds of independent evidence are additive. The result is invariant to positive affine
 * transformations of either score.
 */
public final class RerankingRetriever implements BatchRetriever {
  private final Retriever retriever;
  private final HitScorer scorer;
  private final double weight;
  private final int first;

  /**
   * Creates a retriever.
   *
   * @param scorer scores hits with the pair scorer
   * @param weight weight of the pair scorer's scores, above 0 and at most 1
   * @param first number of hits that are scored
   */
  RerankingRetriever(Retriever retriever, HitScorer scorer, double weight, int first) {
    this.retriever = retriever;
    this.scorer = scorer;
    this.weight = weight;
    this.first = first;
  }

  @Override
  public List<Ranking> retrieveAll(List<Query> queries, int depth) {
    List<Ranking> found = retriever.retrieveAll(queries, RankingDepth.candidateDepth(depth));
    return IntStream.range(0, queries.size())
        .mapToObj(i -> reranked(queries.get(i), found.get(i)).top(depth))
        .toList();
  }

  private Ranking reranked(Query query, Ranking found) {
    Ranking candidates = found.top(first);
    float[] scores = scorer.score(query, candidates.hits());
    Ranking interpolated = interpolate(candidates, scores, scorer.producesProbabilities(), weight);
    return appendUnscored(interpolated, found);
  }

  /**
   * Appends hits that were not scored after those that were, in their original order and with their
   * original score differences.
   *
   * @param scored the first hits of {@code found} with new scores and order
   * @param found the original ranking
   */
  static Ranking appendUnscored(Ranking scored, Ranking found) {
    int size = scored.hits().size();
    if (size == 0 || size == found.hits().size()) {
      return scored;
    }
    List<Hit> hits = new ArrayList<>(scored.hits());
    double last = scored.hits().getLast().score();
    double shift = last - found.hits().get(size - 1).score();
    for (Hit hit : found.hits().subList(size, found.hits().size())) {
      last = Math.min(Math.nextDown(last), hit.score() + shift);
      hits.add(hit.withScore(last));
    }
    return Ranking.of(hits);
  }

  /**
   * Reorders hits by interpolated scores.
   *
   * @param found the hits with their original scores
   * @param scores scores of the pair scorer, in the order of the hits
   * @param probabilities whether the scores are probabilities, whose log-odds are interpolated
   * @param weight weight of the scores, above 0 and at most 1; at 1, the original scores are
   *     ignored
   */
  static Ranking interpolate(Ranking found, float[] scores, boolean probabilities, double weight) {
    boolean replacesScores = weight == 1;
    List<Hit> scored = new ArrayList<>();
    for (int i = 0; i < scores.length; i++) {
      double score = probabilities && !replacesScores ? LogOdds.of(scores[i]) : scores[i];
      scored.add(found.hits().get(i).withScore(score));
    }
    Ranking rescored = Ranking.of(scored);
    return replacesScores
        ? rescored
        : FusionMethod.ZSUM.fuse(List.of(rescored, found), new double[] {weight, 1 - weight});
  }
}
