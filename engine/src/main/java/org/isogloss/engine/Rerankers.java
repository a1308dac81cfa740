package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.search.pipeline.Pipeline;

/**
 * The re-rankers that pipelines name by {@code rerank(NAME)}: those that the program gave, then
 * model folders and shipped models, each of which is opened when it is first asked for. Safe for
 * use by many threads at once.
 */
public final class Rerankers implements AutoCloseable {
  private final int threads;
  private final Map<String, PairScorer> given;
  private final Map<String, PairScorer> opened = new HashMap<>();
  private boolean closed;

  /**
   * Model folders and shipped models alone.
   *
   * @param threads how many batches each of them scores at the same time, 1 or more
   */
  public Rerankers(int threads) {
    this(threads, Map.of());
  }

  /**
   * The same, and pair scorers of the program.
   *
   * @param given by the names that pipelines have for them; they stay open
   */
  public Rerankers(int threads, Map<String, PairScorer> given) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    this.threads = threads;
    this.given = new LinkedHashMap<>(given);
  }

  /**
   * The re-ranker of a name.
   *
   * @return empty if the name is {@link Pipeline.Reranked#DEFAULT_SCORER} and there is no such
   *     model
   * @throws IsoglossException if another name is no model, or a model cannot be opened
   */
  public synchronized Optional<PairScorer> find(String name) {
    if (closed) {
      throw new IllegalStateException("the re-rankers are closed");
    }
    PairScorer known = given.containsKey(name) ? given.get(name) : opened.get(name);
    if (known != null) {
      return Optional.of(known);
    }
    if (requireNonNull(name, "name is null").equals(Pipeline.Reranked.DEFAULT_SCORER)
        && !Models.exists(name)) {
      return Optional.empty();
    }
    PairScorer scorer = Models.openReranker(name, threads);
    opened.put(name, scorer);
    return Optional.of(scorer);
  }

  /** Closes those that were opened here. Closing twice does nothing. */
  @Override
  public synchronized void close() {
    closed = true;
    opened.values().forEach(PairScorer::close);
    opened.clear();
  }
}
