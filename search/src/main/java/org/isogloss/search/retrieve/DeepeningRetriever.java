// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;

/**
 * A retriever that removes some hits of another retriever. It doubles the depth of the other
 * retriever until enough hits remain or there are no more hits.
 */
public final class DeepeningRetriever implements BatchRetriever {
  /** Determines the initial depth. */
  @FunctionalInterface
  public interface Start {
    int of(int depth);
  }

  private final Retriever retriever;
  private final Start start;
  private final UnaryOperator<Ranking> reduction;

  /**
   * Creates a retriever.
   *
   * @param retriever the retriever whose hits are reduced
   * @param start returns the depth of the first attempt
   * @param reduction removes some hits; a longer input must not change the first hits of its result
   */
  public DeepeningRetriever(Retriever retriever, Start start, UnaryOperator<Ranking> reduction) {
    this.retriever = retriever;
    this.start = start;
    this.reduction = reduction;
  }

  @Override
  public List<Ranking> retrieveAll(List<Query> queries, int depth) {
    int first = start.of(RankingDepth.requirePositive(depth));
    List<Ranking> found = retriever.retrieveAll(queries, first);
    List<Ranking> reduced = new ArrayList<>(found.size());
    for (int i = 0; i < found.size(); i++) {
      reduced.add(deepened(queries.get(i), found.get(i), first, depth));
    }
    return reduced;
  }

  private Ranking deepened(Query query, Ranking first, int initialDepth, int depth) {
    Ranking found = first;
    int currentDepth = initialDepth;
    while (true) {
      Ranking reduced = reduction.apply(found);
      if (reduced.size() >= depth
          || found.size() < currentDepth
          || currentDepth > Integer.MAX_VALUE / 2) {
        return reduced.top(depth);
      }
      currentDepth *= 2;
      found = retriever.retrieve(query, currentDepth);
    }
  }
}
