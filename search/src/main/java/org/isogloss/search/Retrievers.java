package org.isogloss.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.Passage;
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

  /** The best hits of another retriever, at least {@link Depths#CANDIDATES}, scored again. */
  static Retriever rerank(Retriever retriever, PairScorer scorer, Snapshot snapshot) {
    return (query, depth) -> {
      List<Hit> hits = retriever.retrieve(query, Depths.candidates(depth)).hits();
      List<Passage> passages = new ArrayList<>();
      for (Hit hit : hits) {
        passages.add(
            snapshot
                .passage(hit)
                .orElseThrow(() -> new IsoglossException("the index has no passage for " + hit)));
      }
      float[] scores = passages.isEmpty() ? new float[0] : scorer.score(query, passages);
      List<Hit> scored = new ArrayList<>();
      for (int i = 0; i < scores.length; i++) {
        scored.add(hits.get(i).withScore(scores[i]));
      }
      return Ranking.of(scored).top(depth);
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
