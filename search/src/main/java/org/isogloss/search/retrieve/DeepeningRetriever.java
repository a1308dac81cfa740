package org.isogloss.search.retrieve;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.isogloss.core.Query;
import org.isogloss.core.Ranking;
import org.isogloss.core.Retriever;

/**
 * A retriever of which some hits are left out. It is asked for twice as many again and again, until
 * enough are left or it has no more.
 */
public final class DeepeningRetriever implements BatchRetriever {
  /** How many hits are asked for first. */
  @FunctionalInterface
  public interface Start {
    int of(int depth);
  }

  private final Retriever retriever;
  private final Start start;
  private final UnaryOperator<Ranking> reduction;

  /**
   * A retriever.
   *
   * @param reduction leaves some hits out; the first hits of its result do not change if it is
   *     given more
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

  private Ranking deepened(Query query, Ranking first, int askedFirst, int depth) {
    Ranking found = first;
    int asked = askedFirst;
    while (true) {
      Ranking reduced = reduction.apply(found);
      if (reduced.size() >= depth || found.size() < asked || asked > Integer.MAX_VALUE / 2) {
        return reduced.top(depth);
      }
      asked *= 2;
      found = retriever.retrieve(query, asked);
    }
  }
}
