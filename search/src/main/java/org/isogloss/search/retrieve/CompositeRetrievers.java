// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.api.pipeline.FusionMethod;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.reader.CandidatePassages;
import org.isogloss.search.reader.IndexSnapshot;

/** Creates retrievers that are composed of other retrievers. */
public final class CompositeRetrievers {
  /** Number of candidates of a balanced ranking, as a multiple of its depth. */
  private static final int BALANCE_DEPTH_FACTOR = 5;

  /** Maximum number of candidates of a balanced ranking, unless more hits are requested. */
  private static final int MAX_BALANCE_CANDIDATES = 100_000;

  private CompositeRetrievers() {}

  /** Returns at most the first {@code limit} hits of a retriever. */
  static BatchRetriever truncate(Retriever retriever, int limit) {
    return (queries, depth) ->
        retriever.retrieveAll(queries, Math.min(RankingDepth.requirePositive(depth), limit));
  }

  /** Fuses rankings, each retrieved to a depth of at least {@link RankingDepth#MIN_CANDIDATES}. */
  static BatchRetriever fuse(FusionMethod fusion, List<Retriever> parts, double[] weights) {
    return (queries, depth) -> {
      int candidates = RankingDepth.candidateDepth(depth);
      List<List<Ranking>> rankingsOfParts =
          parts.stream().map(part -> part.retrieveAll(queries, candidates)).toList();
      return IntStream.range(0, queries.size())
          .mapToObj(i -> rankingsOfParts.stream().map(rankings -> rankings.get(i)).toList())
          .map(rankings -> fusion.fuse(rankings, weights).top(depth))
          .toList();
    };
  }

  /** Limits the share of each language in a ranking. */
  static BatchRetriever balanceLanguages(
      Retriever retriever, double share, IndexSnapshot snapshot) {
    return (queries, depth) ->
        retriever
            .retrieveAll(queries, RankingDepth.candidateDepth(balanceCandidates(depth)))
            .stream()
            .map(found -> balanced(found.hits(), share, snapshot, depth))
            .toList();
  }

  static int balanceCandidates(int depth) {
    return Math.max(depth, Math.min(MAX_BALANCE_CANDIDATES, times(BALANCE_DEPTH_FACTOR, depth)));
  }

  private static Ranking balanced(List<Hit> hits, double share, IndexSnapshot snapshot, int depth) {
    Map<String, String> languageOf = DocumentLanguages.of(snapshot, hits);
    Map<Hit, String> languages = new HashMap<>();
    hits.forEach(hit -> languages.put(hit, languageOf.get(hit.documentId())));
    return LanguageBalancing.balance(hits, languages, share, depth);
  }

  /**
   * Returns each document once, at the rank of its best passage. Retrieves more passages until
   * there are enough documents.
   *
   * @param documents number of documents in the index: once all are found, no more passages are
   *     retrieved
   */
  public static BatchRetriever bestPassagePerDocument(Retriever retriever, long documents) {
    BatchRetriever deepening =
        new DeepeningRetriever(
            retriever,
            depth -> RankingDepth.candidateDepth(times(2, depth)),
            Ranking::bestPassagePerDocument);
    return (queries, depth) ->
        deepening.retrieveAll(
            queries, (int) Math.min(RankingDepth.requirePositive(depth), Math.max(1, documents)));
  }

  /**
   * Filters the hits of a retriever that is independent of the index: removes duplicates, passages
   * that the index does not contain, and passages outside a scope.
   *
   * @param candidates the passages of the scope
   */
  static BatchRetriever restrict(Retriever retriever, CandidatePassages candidates) {
    return new DeepeningRetriever(retriever, depth -> depth, found -> restrict(found, candidates));
  }

  private static Ranking restrict(Ranking found, CandidatePassages candidates) {
    Set<Hit> seen = new HashSet<>();
    return new Ranking(
        candidates.retain(
            found.hits().stream().filter(hit -> seen.add(hit.withScore(0))).toList()));
  }

  private static int times(int factor, int depth) {
    return (int) Math.min(Integer.MAX_VALUE, (long) factor * RankingDepth.requirePositive(depth));
  }
}
