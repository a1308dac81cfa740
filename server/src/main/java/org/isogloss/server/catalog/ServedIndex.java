// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.isogloss.core.DeadlineExceededException;
import org.isogloss.core.IsoglossException;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.pipeline.Pipeline;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.storage.IndexUnavailableException;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.RequestException;

/** An index that clients search and change. Thread-safe. */
public final class ServedIndex implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ServedIndex.class.getName());

  /** After what time a client should try again if the storage of the index is away. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

  private static final String WARM_UP = "What is an isogloss?";

  private final String name;
  private final SearchEngine engine;
  private final Optional<ServedModel> model;
  private final Set<String> rerankers;
  private final Optional<String> answers;
  private final ChangeQueue changes;
  private volatile boolean closing;

  /**
   * Serves an index.
   *
   * @param name the name by which clients refer to it
   * @param engine the open index, which is closed with this object
   * @param model the model of its vectors; empty without vectors
   * @param rerankers names of the re-rankers that pipelines of clients may use; others would be
   *     opened as folders of the server
   * @param answers name of the engine's model that finds answers; empty if it has none
   */
  ServedIndex(
      String name,
      SearchEngine engine,
      Optional<ServedModel> model,
      Set<String> rerankers,
      Optional<String> answers) {
    this.name = requireNonNull(name, "name is null");
    this.engine = requireNonNull(engine, "engine is null");
    this.model = requireNonNull(model, "model is null");
    this.rerankers = Set.copyOf(rerankers);
    this.answers = requireNonNull(answers, "answers is null");
    this.changes = new ChangeQueue(this);
  }

  public String name() {
    return name;
  }

  /** Runs a search, so that the first client does not wait for models and caches to be loaded. */
  void warmUp() {
    use(engine -> engine.search(WARM_UP, 1));
  }

  /** The model of its vectors; empty without vectors. */
  public Optional<ServedModel> model() {
    return model;
  }

  /** The name of the model that finds answers in its passages; empty if there is none. */
  public Optional<String> answers() {
    return answers;
  }

  /** The changes of clients, which are written in shared commits. */
  public ChangeQueue changes() {
    return changes;
  }

  /**
   * Uses the engine for a request.
   *
   * @throws RequestException if the engine rejects the request or fails
   */
  public <T> T use(Function<SearchEngine, T> action) {
    try {
      return action.apply(engine);
    } catch (RequestException | DeadlineExceededException e) {
      throw e;
    } catch (IndexUnavailableException e) {
      LOG.log(Level.WARNING, "the index {0} is not available: {1}", name, e.getMessage());
      throw RequestException.unavailable(
          "the index " + name + " is not available at present; the log of the server has more",
          RETRY_AFTER);
    } catch (IsoglossException e) {
      throw hasIoCause(e)
          ? failed(e)
          : RequestException.of(RequestException.Reason.INVALID, withoutPath(e.getMessage()));
    } catch (IllegalStateException e) {
      if (closing) {
        throw RequestException.of(RequestException.Reason.UNAVAILABLE, "the server is stopping");
      }
      throw e;
    }
  }

  private RequestException failed(IsoglossException failure) {
    LOG.log(Level.ERROR, "the index {0} failed: {1}", name, failure.getMessage());
    return RequestException.of(
        RequestException.Reason.FAILED,
        "the index " + name + " cannot be read or written; the log of the server has more");
  }

  private static boolean hasIoCause(Throwable failure) {
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      if (cause instanceof IOException || cause instanceof UncheckedIOException) {
        return true;
      }
    }
    return false;
  }

  /** Replaces the path of the index by its name. */
  private String withoutPath(String message) {
    IndexLocation location = engine.location();
    return message.replace(location.name(), "index " + name);
  }

  /**
   * Parses a pipeline of a client.
   *
   * @throws RequestException if it is malformed, or names a re-ranker that is not served
   */
  public Pipeline pipeline(String key, String text) {
    Pipeline pipeline = Arguments.parse(key, text, Pipeline::parse);
    Optional<String> unknown =
        pipeline.rerankers().stream().filter(used -> !rerankers.contains(used)).findFirst();
    if (unknown.isPresent()) {
      throw RequestException.invalid(
          key,
          key
              + " names the re-ranker "
              + unknown.get()
              + ", expected "
              + (rerankers.isEmpty() ? "none" : String.join(" or ", rerankers)));
    }
    return pipeline;
  }

  /** Refuses new changes, writes the accepted ones, and closes the engine. */
  @Override
  public void close() {
    try {
      changes.close();
    } finally {
      closing = true;
      engine.close();
    }
  }
}
