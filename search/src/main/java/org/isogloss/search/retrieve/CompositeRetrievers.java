package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.pipeline.FusionMethod;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.reader.LanguageScope;

/** Retrievers that are made of others. */
public final class CompositeRetrievers {
  /** How many times the depth a balanced ranking is chosen from. */
  private static final int BALANCE_DEPTH_FACTOR = 5;

  private CompositeRetrievers() {}

  /** The first {@code limit} hits. */
  static BatchRetriever truncate(Retriever retriever, int limit) {
    return (queries, depth) ->
        retriever.retrieveAll(queries, Math.min(RankingDepth.requirePositive(depth), limit));
  }

  /** Several rankings made one, each of at least {@link RankingDepth#MIN_CANDIDATES} hits. */
  static BatchRetriever fuse(FusionMethod fusion, List<Retriever> parts, double[] weights) {
    return (queries, depth) -> {
      int candidates = RankingDepth.candidateDepth(depth);
      List<List<Ranking>> ofParts =
          parts.stream().map(part -> part.retrieveAll(queries, candidates)).toList();
      return IntStream.range(0, queries.size())
          .mapToObj(i -> ofParts.stream().map(rankings -> rankings.get(i)).toList())
          .map(rankings -> fusion.fuse(rankings, weights).top(depth))
          .toList();
    };
  }

  /** A ranking in which no language takes more than its share. */
  static BatchRetriever balanceLanguages(
      Retriever retriever, double share, IndexSnapshot snapshot) {
    return (queries, depth) ->
        retriever
            .retrieveAll(queries, RankingDepth.candidateDepth(times(BALANCE_DEPTH_FACTOR, depth)))
            .stream()
            .map(found -> balanced(found.hits(), share, snapshot, depth))
            .toList();
  }

  private static Ranking balanced(List<Hit> hits, double share, IndexSnapshot snapshot, int depth) {
    Map<Hit, String> languages = new HashMap<>();
    hits.forEach(
        hit -> languages.put(hit, snapshot.documentLanguage(hit.documentId()).orElse("und")));
    return LanguageBalancing.balance(hits, languages, share, depth);
  }

  /**
   * Every document once, at the place of its best passage. More passages are asked for until there
   * are documents enough.
   */
  public static BatchRetriever bestPassagePerDocument(Retriever retriever) {
    return new DeepeningRetriever(
        retriever,
        depth -> RankingDepth.candidateDepth(times(2, depth)),
        Ranking::bestPassagePerDocument);
  }

  /**
   * A retriever that does not know the index: each passage once, and only those that the index
   * holds and that are in a scope.
   */
  static BatchRetriever held(Retriever retriever, LanguageScope scope, IndexSnapshot snapshot) {
    return new DeepeningRetriever(retriever, depth -> depth, found -> held(found, scope, snapshot));
  }

  private static Ranking held(Ranking found, LanguageScope scope, IndexSnapshot snapshot) {
    Set<Hit> seen = new HashSet<>();
    List<Hit> held = new ArrayList<>();
    for (Hit hit : found.hits()) {
      boolean counts =
          seen.add(hit.withScore(0))
              && snapshot
                  .passage(hit)
                  .map(passage -> passage.language())
                  .filter(language -> scope.contains(language.code(), language.script()))
                  .isPresent();
      if (counts) {
        held.add(hit);
      }
    }
    return new Ranking(held);
  }

  private static int times(int factor, int depth) {
    return (int) Math.min(Integer.MAX_VALUE, (long) factor * RankingDepth.requirePositive(depth));
  }
}
