package org.isogloss.search;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;

/** Retrievers that are made of others. */
final class Retrievers {
  /** How many times the depth a balanced ranking is chosen from. */
  private static final int BALANCE_CHOICE = 5;

  private Retrievers() {}

  /** The first {@code limit} hits. */
  static Retriever cut(Retriever retriever, int limit) {
    return (query, depth) -> retriever.retrieve(query, Math.min(Depths.require(depth), limit));
  }

  /** Several rankings made one, each of at least {@link Depths#CANDIDATES} hits. */
  static Retriever fusion(Fusion fusion, List<Retriever> parts, double[] weights) {
    return (query, depth) -> {
      int candidates = Depths.candidates(depth);
      List<Ranking> rankings =
          parts.stream().map(part -> part.retrieve(query, candidates)).toList();
      return fusion.fuse(rankings, weights).top(depth);
    };
  }

  /** A ranking in which no language takes more than its share. */
  static Retriever balance(Retriever retriever, double share, Snapshot snapshot) {
    return (query, depth) -> {
      List<Hit> hits =
          retriever.retrieve(query, Depths.candidates(times(BALANCE_CHOICE, depth))).hits();
      Map<Hit, String> languages = new HashMap<>();
      hits.forEach(hit -> languages.put(hit, snapshot.language(hit.documentId()).orElse("und")));
      return Balance.balanced(hits, languages, share, depth);
    };
  }

  /**
   * Every document once, at the place of its best passage. More passages are asked for until there
   * are documents enough.
   */
  static Retriever byDocument(Retriever retriever) {
    return new Retriever() {
      @Override
      public Ranking retrieve(Query query, int depth) {
        int passages = Depths.candidates(times(2, depth));
        while (true) {
          Ranking found = retriever.retrieve(query, passages);
          Ranking documents = found.byDocument();
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
    return (int) Math.min(Integer.MAX_VALUE, (long) factor * Depths.require(depth));
  }
}
