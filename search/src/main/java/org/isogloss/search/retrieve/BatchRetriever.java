package org.isogloss.search.retrieve;

import java.util.List;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;

/** A retriever made of others: it passes them many queries at once, and one query as a batch. */
@FunctionalInterface
public interface BatchRetriever extends Retriever {
  @Override
  default Ranking retrieve(Query query, int depth) {
    return retrieveAll(List.of(query), depth).getFirst();
  }

  @Override
  List<Ranking> retrieveAll(List<Query> queries, int depth);
}
