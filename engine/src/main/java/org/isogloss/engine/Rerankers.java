// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
 * The re-rankers to which pipelines refer by {@code rerank(NAME)}: first the scorers that the
 * program supplied, then model folders and shipped models, each of which is opened at its first
 * use. This class is thread-safe.
 */
public final class Rerankers implements AutoCloseable {
  private final int threads;
  private final Map<String, PairScorer> supplied;
  private final Map<String, PairScorer> opened = new HashMap<>();
  private boolean closed;

  /**
   * Creates a registry of model folders and shipped models only.
   *
   * @param threads maximum number of batches that each re-ranker scores at the same time, 1 or more
   */
  public Rerankers(int threads) {
    this(threads, Map.of());
  }

  /**
   * Creates a registry that also contains pair scorers of the program.
   *
   * @param threads maximum number of batches that each opened re-ranker scores at the same time, 1
   *     or more
   * @param supplied the program's scorers by the names that pipelines use; they stay open
   */
  public Rerankers(int threads, Map<String, PairScorer> supplied) {
    if (threads < 1) {
      throw new IllegalArgumentException("threads is " + threads + ", expected 1 or more");
    }
    this.threads = threads;
    this.supplied = new LinkedHashMap<>(supplied);
  }

  /**
   * Returns the re-ranker with a name, and opens it if necessary.
   *
   * @return the re-ranker; empty if the name is {@link Pipeline.Reranked#DEFAULT_SCORER} and no
   *     such model exists
   * @throws IsoglossException if there is no model with another name, or a model cannot be opened
   */
  public synchronized Optional<PairScorer> find(String name) {
    if (closed) {
      throw new IllegalStateException("the re-rankers are closed");
    }
    PairScorer known = supplied.containsKey(name) ? supplied.get(name) : opened.get(name);
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

  /** Closes the re-rankers that this object opened. Closing twice has no effect. */
  @Override
  public synchronized void close() {
    closed = true;
    opened.values().forEach(PairScorer::close);
    opened.clear();
  }
}
