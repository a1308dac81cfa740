package org.isogloss.core;

import java.util.List;

/**
 * Finds passages for a query. BM25, dense retrieval, a fusion of other retrievers, and a retriever
 * with a re-ranker all implement this interface. Implementations are thread-safe.
 */
public interface Retriever {
  /**
   * The best passages for {@code query}.
   *
   * @param depth maximum number of hits, at least 1
   * @return hits, best first, without repeated passages; empty if nothing matches, for instance for
   *     a blank query
   * @throws IllegalArgumentException if {@code depth} is below 1
   */
  Ranking retrieve(Query query, int depth);

  /**
   * Announces the queries that will follow, so that an implementation can process them as a batch,
   * for instance encode them together. The rankings do not change.
   */
  default void prepare(List<Query> queries) {}
}
