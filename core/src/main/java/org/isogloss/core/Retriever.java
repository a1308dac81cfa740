package org.isogloss.core;

import java.util.List;

/**
 * Finds passages for a query. BM25, dense search, a fusion of others, a retriever whose best hits
 * are re-ranked: all are one, and safe for use by many threads at once.
 */
public interface Retriever {
  /**
   * The best passages for {@code query}.
   *
   * @param depth at most so many hits, 1 or more
   * @return hits best first, each passage once; empty where nothing matches, as for a blank query
   * @throws IllegalArgumentException if {@code depth} is below 1
   */
  Ranking retrieve(Query query, int depth);

  /**
   * Says which queries will be asked soon, so that what is cheaper for many at once (encoding them)
   * can be done at once. Changes no ranking.
   */
  default void prepare(List<Query> queries) {}
}
