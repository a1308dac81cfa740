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

/**
 * Adds evidence to the scores of the first {@value RankingDepth#MIN_CANDIDATES} hits: {@code z(s) +
 * w e}, where {@code s} is the score of a hit, {@code z} the standard score over these hits, and
 * {@code e} the evidence. The other hits follow in their order.
 */
final class EvidenceRetriever implements BatchRetriever {
  private final Retriever retriever;
  private final HitEvidence evidence;
  private final double weight;

  /** Evidence about hits, in standard deviations: the higher, the better. */
  @FunctionalInterface
  interface HitEvidence {
    /** Returns the evidence of each hit, 0 for a hit about which nothing is known. */
    double[] of(Query query, List<Hit> hits);
  }

  EvidenceRetriever(Retriever retriever, HitEvidence evidence, double weight) {
    this.retriever = retriever;
    this.evidence = evidence;
    this.weight = weight;
  }

  @Override
  public List<Ranking> retrieveAll(List<Query> queries, int depth) {
    List<Ranking> found = retriever.retrieveAll(queries, RankingDepth.candidateDepth(depth));
    return IntStream.range(0, queries.size())
        .mapToObj(i -> withEvidence(queries.get(i), found.get(i)).top(depth))
        .toList();
  }

  private Ranking withEvidence(Query query, Ranking found) {
    List<Hit> first = found.top(RankingDepth.MIN_CANDIDATES).hits();
    double[] scores = FusionMethod.standardScores(first);
    double[] values = evidence.of(query, first);
    List<Hit> scored = new ArrayList<>(first.size());
    for (int i = 0; i < scores.length; i++) {
      scored.add(first.get(i).withScore(scores[i] + weight * values[i]));
    }
    return RerankingRetriever.appendUnscored(Ranking.of(scored), found);
  }
}
