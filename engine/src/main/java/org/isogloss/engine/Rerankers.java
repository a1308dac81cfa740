// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.PairScorer;
import org.isogloss.core.TokenVectorScorer;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.search.manifest.IndexManifest;

/**
 * The re-rankers to which pipelines refer by {@code rerank(NAME)}: first the scorers that the
 * program supplied, then model folders and shipped models, each of which is opened at its first
 * use. This class is thread-safe.
 */
public final class Rerankers implements AutoCloseable {
  private final InferenceOptions options;
  private final Map<String, PairScorer> supplied;
  private final Map<String, PairScorer> opened = new HashMap<>();
  private boolean closed;

  /** Creates a registry of model folders and shipped models only. */
  public Rerankers(InferenceOptions options) {
    this(options, Map.of());
  }

  /**
   * Creates a registry that also contains pair scorers of the program.
   *
   * @param options how the opened re-rankers run
   * @param supplied the program's scorers by the names that pipelines use; they stay open
   */
  public Rerankers(InferenceOptions options, Map<String, PairScorer> supplied) {
    this.options = requireNonNull(options, "options is null");
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
    PairScorer scorer = Models.openReranker(name, options);
    opened.put(name, scorer);
    return Optional.of(scorer);
  }

  /**
   * Returns the name of the re-ranker whose token vectors an index stores: the name under which the
   * program supplied it, or else the name that the index states, which is a path if it is a model
   * folder.
   *
   * @return empty if the index stores no token vectors
   */
  public Optional<String> tokenVectorName(IndexManifest manifest) {
    return manifest.tokenVectors().map(stored -> suppliedName(manifest).orElse(stored.name()));
  }

  private Optional<String> suppliedName(IndexManifest manifest) {
    return supplied.entrySet().stream()
        .filter(
            entry ->
                entry.getValue() instanceof TokenVectorScorer tokens
                    && manifest.storesVectorsOf(tokens))
        .map(Map.Entry::getKey)
        .findFirst();
  }

  /**
   * Returns the re-ranker with a name if it compares token vectors.
   *
   * @return the re-ranker; empty if there is no such model
   * @throws IsoglossException if the re-ranker does not compare token vectors, or cannot be opened
   */
  public Optional<TokenVectorScorer> findTokenVectorScorer(String name) {
    if (!supplied.containsKey(name) && !Models.exists(name)) {
      return Optional.empty();
    }
    return find(name)
        .map(
            scorer -> {
              if (scorer instanceof TokenVectorScorer tokens) {
                return tokens;
              }
              throw new IsoglossException(
                  name
                      + ": the re-ranker has no token vectors, expected a late-interaction model, or "
                      + Models.NONE);
            });
  }

  /**
   * Returns the re-ranker with a name, which compares token vectors.
   *
   * @throws IsoglossException like {@link #findTokenVectorScorer}, and if there is no such model
   */
  public TokenVectorScorer tokenVectorScorer(String name) {
    return findTokenVectorScorer(name)
        .orElseThrow(
            () ->
                new IsoglossException(
                    "no re-ranker \""
                        + name
                        + "\" is available to compute token vectors: expected the folder of a"
                        + " late-interaction model, the name of a shipped one, or "
                        + Models.NONE));
  }

  /** Closes the re-rankers that this object opened. Closing twice has no effect. */
  @Override
  public synchronized void close() {
    closed = true;
    opened.values().forEach(PairScorer::close);
    opened.clear();
  }
}
