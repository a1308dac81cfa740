// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.List;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;

/**
 * A composite retriever, which passes queries to other retrievers in batches; a single query is a
 * batch of one.
 */
@FunctionalInterface
public interface BatchRetriever extends Retriever {
  @Override
  default Ranking retrieve(Query query, int depth) {
    return retrieveAll(List.of(query), depth).getFirst();
  }

  @Override
  List<Ranking> retrieveAll(List<Query> queries, int depth);
}
