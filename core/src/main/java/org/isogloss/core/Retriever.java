// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
   * The best passages for each of several queries. The rankings are those that {@link #retrieve}
   * returns for each query alone; implementations override this method if some work, such as
   * encoding, is cheaper for many queries at once.
   *
   * @param queries any number; a caller with very many passes them in parts, since all rankings are
   *     in memory together
   * @param depth maximum number of hits for each query, 1 or more
   * @return one ranking for each query, in the order of the queries
   * @throws IllegalArgumentException if {@code depth} is below 1
   */
  default List<Ranking> retrieveAll(List<Query> queries, int depth) {
    return queries.stream().map(query -> retrieve(query, depth)).toList();
  }
}
