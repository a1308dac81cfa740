package org.isogloss.search.retrieve;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;
import org.isogloss.search.pipeline.FusionMethod;
import org.isogloss.search.reader.IndexSnapshot;

/** Retrievers that are made of others. */
public final class CompositeRetrievers {
  /** How many times the depth a balanced ranking is chosen from. */
  private static final int BALANCE_DEPTH_FACTOR = 5;

  private CompositeRetrievers() {}

  /** The first {@code limit} hits. */
  static Retriever truncate(Retriever retriever, int limit) {
    return (query, depth) ->
        retriever.retrieve(query, Math.min(RankingDepth.requirePositive(depth), limit));
  }

  /** Several rankings made one, each of at least {@link RankingDepth#MIN_CANDIDATES} hits. */
  static Retriever fuse(FusionMethod fusion, List<Retriever> parts, double[] weights) {
    return (query, depth) -> {
      int candidates = RankingDepth.candidateDepth(depth);
      List<Ranking> rankings =
          parts.stream().map(part -> part.retrieve(query, candidates)).toList();
      return fusion.fuse(rankings, weights).top(depth);
    };
  }

  /** A ranking in which no language takes more than its share. */
  static Retriever balanceLanguages(Retriever retriever, double share, IndexSnapshot snapshot) {
    return (query, depth) -> {
      List<Hit> hits =
          retriever
              .retrieve(query, RankingDepth.candidateDepth(times(BALANCE_DEPTH_FACTOR, depth)))
              .hits();
      Map<Hit, String> languages = new HashMap<>();
      hits.forEach(
          hit -> languages.put(hit, snapshot.documentLanguage(hit.documentId()).orElse("und")));
      return LanguageBalancing.balance(hits, languages, share, depth);
    };
  }

  /**
   * Every document once, at the place of its best passage. More passages are asked for until there
   * are documents enough.
   */
  public static Retriever bestPassagePerDocument(Retriever retriever) {
    return new Retriever() {
      @Override
      public Ranking retrieve(Query query, int depth) {
        int passages = RankingDepth.candidateDepth(times(2, depth));
        while (true) {
          Ranking found = retriever.retrieve(query, passages);
          Ranking documents = found.bestPassagePerDocument();
          if (documents.size() >= depth
              || found.size() < passages
              || passages > Integer.MAX_VALUE / 2) {
            return documents.top(depth);
          }
          passages *= 2;
        }
      }

      @Override
      public void prepare(List<Query> queries) {
        retriever.prepare(queries);
      }
    };
  }

  private static int times(int factor, int depth) {
    return (int) Math.min(Integer.MAX_VALUE, (long) factor * RankingDepth.requirePositive(depth));
  }
}
