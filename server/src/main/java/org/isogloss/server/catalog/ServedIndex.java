// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import static java.util.Objects.requireNonNull;

import io.opentelemetry.api.trace.Span;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.isogloss.api.IndexDescription;
import org.isogloss.api.SearchRequest;
import org.isogloss.api.SearchResults;
import org.isogloss.api.pipeline.Pipeline;
import org.isogloss.core.Deadline;
import org.isogloss.core.DeadlineExceededException;
import org.isogloss.core.InferenceException;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Cleanup;
import org.isogloss.engine.SearchEngine;
import org.isogloss.search.storage.IndexLocation;
import org.isogloss.search.storage.IndexLockedException;
import org.isogloss.search.storage.IndexUnavailableException;
import org.isogloss.server.http.Arguments;
import org.isogloss.server.http.RequestException;

/** An index that clients search and change. Thread-safe. */
public final class ServedIndex implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ServedIndex.class.getName());

  /** The time after which a client should try again if the storage of the index is unavailable. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

  /** How long the storage may take to answer before the index counts as not available. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final String WARM_UP = "What is an isogloss?";

  private final String name;
  private final SearchEngine engine;
  private final Optional<ServedModel> model;
  private final Set<String> rerankers;
  private final Optional<String> answers;
  private final Optional<QueryLog> queries;
  private final StorageWatch storage;
  private final ChangeQueue changes;
  private final RefreshTask refreshing;
  private volatile boolean closing;
  private volatile boolean dropped;

  /** Whether the last attempt to refresh failed, which is logged once. Of the refreshing thread. */
  private boolean outdated;

  /**
   * Serves an index.
   *
   * @param name the name by which clients refer to it
   * @param engine the open index, which is closed with this object
   * @param model the model of its vectors; empty without vectors
   * @param rerankers names of the re-rankers that pipelines of clients may use; others would be
   *     opened as folders of the server
   * @param answers name of the engine's model that finds answers; empty if it has none
   * @param queries logs searches; empty if they are not logged
   * @param refreshInterval how often to look for changes that other processes have made
   */
  ServedIndex(
      String name,
      SearchEngine engine,
      Optional<ServedModel> model,
      Set<String> rerankers,
      Optional<String> answers,
      Optional<QueryLog> queries,
      Duration refreshInterval) {
    this.name = requireNonNull(name, "name is null");
    this.engine = requireNonNull(engine, "engine is null");
    this.model = requireNonNull(model, "model is null");
    this.rerankers = Set.copyOf(rerankers);
    this.answers = requireNonNull(answers, "answers is null");
    this.queries = requireNonNull(queries, "queries is null");
    this.storage = new StorageWatch(name);
    this.changes = new ChangeQueue(this);
    this.refreshing =
        new RefreshTask("isogloss-refresh-" + name, this::refreshInTime, refreshInterval);
  }

  public String name() {
    return name;
  }

  /** Answers a search of a client. */
  public SearchResults search(SearchRequest request) {
    SearchResults results = use(engine -> engine.search(request));
    Span.current()
        .setAttribute("isogloss.index", name)
        .setAttribute("isogloss.query.language", results.request().query().language().tag())
        .setAttribute("isogloss.hits", results.size());
    queries.ifPresent(log -> log.answered(name, results));
    return results;
  }

  /** Answers many searches of a client together, in their order. */
  public List<SearchResults> searchAll(List<SearchRequest> requests) {
    List<SearchResults> all = use(engine -> engine.searchAll(requests));
    queries.ifPresent(log -> log.answered(name, all));
    return all;
  }

  /** Runs a search, so that the first client does not wait for models and caches to be loaded. */
  void warmUp() {
    use(ServedIndex::warmUp);
  }

  private static SearchResults warmUp(SearchEngine engine) {
    return engine.search(WARM_UP, 1);
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

  /** Describes the index to clients, with the names that the server gives to it and its models. */
  public IndexDescription describe() {
    IndexDescription known = use(SearchEngine::describe);
    return new IndexDescription(
        name,
        known.documentCount(),
        known.passageCount(),
        known.passagesByLanguage(),
        known.fields(),
        model.map(ServedModel::name),
        known.pipeline(),
        known.translations(),
        answers);
  }

  /** The folder of the index; empty if it is elsewhere. */
  public Optional<Path> folder() {
    return engine.location().folder();
  }

  /** Whether the storage of the index answers, as far as is known. */
  public boolean isAvailable() {
    return storage.isAvailable();
  }

  /** Whether no file of the index is known to be damaged. */
  public boolean isIntact() {
    try {
      engine.requireIntact(Duration.ZERO);
      return true;
    } catch (IsoglossException e) {
      return false;
    }
  }

  /** Sees changes of other processes, and whether the storage answers. */
  private void refreshInTime() {
    try {
      Deadline.call(PATIENCE, this::refreshAndProbe);
      outdated = false;
    } catch (IndexUnavailableException | DeadlineExceededException e) {
      storage.lost(e.getMessage());
    } catch (RuntimeException | Error e) {
      // After an error too, such as one of memory: the next attempt may succeed.
      if (!outdated && !closing) {
        LOG.log(
            Level.WARNING,
            "the index {0} could not be refreshed; searches use its earlier state: {1}",
            name,
            e instanceof IsoglossException ? e.getMessage() : e.toString());
      }
      outdated = true;
    }
  }

  private boolean refreshAndProbe() {
    boolean refreshed = engine.refresh();
    if (!storage.isAvailable()) {
      // A part of the storage may still not respond, which only a search would notice.
      warmUp(engine);
      storage.found();
    }
    return refreshed;
  }

  /**
   * Uses the engine for a request.
   *
   * @throws RequestException if the engine rejects the request or fails, or the storage of the
   *     index is known not to respond
   */
  public <T> T use(Function<SearchEngine, T> action) {
    if (!storage.isAvailable()) {
      throw unavailable();
    }
    try {
      return action.apply(engine);
    } catch (RequestException | DeadlineExceededException e) {
      throw e;
    } catch (IndexUnavailableException e) {
      storage.lost(e.getMessage());
      throw unavailable();
    } catch (IndexLockedException e) {
      throw RequestException.of(
          RequestException.Reason.CONFLICT,
          "another process is writing the index " + name + "; try again when it has ended");
    } catch (InferenceException e) {
      throw failed(e, "a model of the index " + name + " failed");
    } catch (IsoglossException e) {
      throw hasIoCause(e)
          ? failed(e, "the index " + name + " cannot be read or written")
          : RequestException.of(RequestException.Reason.INVALID, withoutPath(e.getMessage()));
    } catch (IllegalStateException e) {
      if (closing) {
        throw closed();
      }
      throw e;
    }
  }

  private RequestException unavailable() {
    return RequestException.unavailable(
        "the index " + name + " is not available at present; the log of the server has more",
        RETRY_AFTER);
  }

  private RequestException failed(IsoglossException failure, String problem) {
    LOG.log(Level.ERROR, "the index {0} failed: {1}", name, failure.getMessage());
    return RequestException.of(
        RequestException.Reason.FAILED, problem + "; the log of the server has more");
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
  String withoutPath(String message) {
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

  /** Returns the error of requests that found the index before it was closed. */
  RequestException closed() {
    return dropped
        ? RequestException.of(
            RequestException.Reason.NOT_FOUND, "index", "the index " + name + " was dropped")
        : RequestException.of(RequestException.Reason.UNAVAILABLE, "the server is stopping");
  }

  /** Closes an index that is being removed, like {@link #close}. */
  void drop() {
    dropped = true;
    close();
  }

  /** Refuses new changes, writes the accepted ones, and closes the engine. */
  @Override
  public void close() {
    closing = true;
    Cleanup.runAll(changes::close, refreshing::close, engine::close);
  }
}
