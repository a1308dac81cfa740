// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Collectors;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.PutOutcome;
import org.isogloss.api.StoredDocument;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.IdValidator;
import org.isogloss.server.http.RequestException;

/**
 * Writes the changes of all clients to one index. Changes that wait at the same time share a
 * commit, because a commit takes about as long for a thousand documents as for one. A change is
 * acknowledged when its commit is on disk and visible to searches. A document that the index
 * rejects does not affect the others of its commit. A deletion by a filter sees the changes before
 * it and none after it. Thread-safe.
 */
public final class ChangeQueue implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ChangeQueue.class.getName());

  /** Maximum number of changes of a commit. */
  private static final int MAX_CHANGES = 2_000;

  /** Number of characters that wait, in units of {@link #UNIT}. */
  static final int CAPACITY = 1 << 14;

  /** Characters of one permit: a waiting document uses at least one. */
  private static final int UNIT = 1 << 12;

  /** Free space below which a failure to write means that the disk is full. */
  private static final long MIN_FREE_BYTES = 64L << 20;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  /** Follows the last change. */
  private static final Entry STOP =
      new OfDocument(new Change.Delete("stop"), Precondition.NONE, 0, new CompletableFuture<>());

  private final ServedIndex index;
  private final Semaphore capacity = new Semaphore(CAPACITY, /* fair= */ true);
  private final LinkedBlockingQueue<Entry> waiting = new LinkedBlockingQueue<>();
  private final Thread writer;
  private final LongAdder failedLater = new LongAdder();
  private boolean closed;

  /** What waits, with its weight in permits and what receives its result. */
  private sealed interface Entry {
    int permits();

    CompletableFuture<?> result();
  }

  /** A change of one document, and for which versions of it. */
  private record OfDocument(
      Change change,
      Precondition precondition,
      int permits,
      CompletableFuture<Change.Result> result)
      implements Entry {
    /** Whether the change depends on the document that it changes. */
    boolean isConditional() {
      return !precondition.isEmpty() || change instanceof Change.Patch;
    }

    /**
     * Whether the change must be made after some others: its condition must see them, or they are
     * written differently, with vectors of the client or without.
     */
    boolean followsOneOf(List<OfDocument> others) {
      return others.stream()
          .filter(other -> change.id().equals(other.change().id()))
          .anyMatch(other -> isConditional() || isEmbedded() != other.isEmbedded());
    }

    boolean isEmbedded() {
      return change instanceof Change.Put put && put.embedded().isPresent();
    }

    OfDocument withChange(Change other) {
      return new OfDocument(other, Precondition.NONE, permits, result);
    }
  }

  /** A deletion of the documents that meet a filter; its result is their number. */
  private record Deletion(Filter filter, CompletableFuture<Long> result) implements Entry {
    @Override
    public int permits() {
      return 1;
    }
  }

  /** Runs an action when the changes before it are on disk, and before those after it. */
  private record Task(Runnable action, CompletableFuture<Void> result) implements Entry {
    @Override
    public int permits() {
      return 1;
    }

    void run() {
      try {
        action.run();
        result.complete(null);
      } catch (RequestException e) {
        result.completeExceptionally(e);
      }
    }
  }

  ChangeQueue(ServedIndex index) {
    this.index = index;
    this.writer =
        Thread.ofPlatform().daemon().name("isogloss-writer-" + index.name()).start(this::write);
  }

  /**
   * Adds a change and waits while the queue is full, but not for its result.
   *
   * @param patience how long to wait
   * @return completed with a {@link RequestException} if the index rejects the change or cannot be
   *     written
   * @throws RequestException if the queue remains full, the id is not allowed, or the server is
   *     stopping, or the index is being dropped
   */
  public CompletableFuture<Change.Result> submit(Change change, Duration patience) {
    return submit(change, Precondition.NONE, patience);
  }

  /**
   * Adds a change of some versions of a document, like {@link #submit(Change, Duration)}. No other
   * change comes between the check of the version and the change.
   */
  public CompletableFuture<Change.Result> submit(
      Change change, Precondition precondition, Duration patience) {
    requireId(change);
    CompletableFuture<Change.Result> result = new CompletableFuture<>();
    add(new OfDocument(change, precondition, permits(change), result), patience);
    return result;
  }

  private static void requireId(Change change) {
    IdValidator.findProblem(change.id())
        .ifPresent(
            problem -> {
              throw RequestException.invalid("id", "the id of a document " + problem);
            });
  }

  /**
   * Adds a change for whose result nobody waits: a failure is logged and counted.
   *
   * @throws RequestException like {@link #submit}
   */
  public void accept(Change change, Duration patience) {
    requireId(change);
    add(
        new OfDocument(change, Precondition.NONE, permits(change), new Unawaited(change)),
        patience);
  }

  /**
   * Waits for the result of a change.
   *
   * @throws RequestException if the change failed, or has not been written within the limit
   */
  public static <T> T await(CompletableFuture<T> result, Duration limit) {
    try {
      // On a copy: the queue completes its own future when the change is written all the same.
      return await(result.copy().orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS));
    } catch (CompletionException e) {
      if (e.getCause() instanceof TimeoutException) {
        throw RequestException.of(
            RequestException.Reason.UNAVAILABLE,
            "not written within "
                + limit.toSeconds()
                + " s, but perhaps later: the same request can be sent again");
      }
      throw e;
    }
  }

  /**
   * Waits for the result of a change without a limit.
   *
   * @throws RequestException if the change failed
   */
  public static <T> T await(CompletableFuture<T> result) {
    try {
      return result.join();
    } catch (CompletionException e) {
      if (e.getCause() instanceof RequestException failure) {
        throw failure;
      }
      throw e;
    }
  }

  /** The result of a change for which nobody waits. */
  private final class Unawaited extends CompletableFuture<Change.Result> {
    private final Change change;

    Unawaited(Change change) {
      this.change = change;
    }

    @Override
    public boolean complete(Change.Result result) {
      boolean first = super.complete(result);
      // A document that does not exist cannot be changed, but it can be deleted.
      if (first && result == Change.Result.NOT_FOUND && change instanceof Change.Patch) {
        count("there is no document " + Excerpt.quote(change.id()));
      }
      return first;
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
      boolean first = super.completeExceptionally(failure);
      if (first) {
        count(failure.getMessage());
      }
      return first;
    }

    private void count(String reason) {
      failedLater.increment();
      LOG.log(
          Level.WARNING, "index {0}: a change that was accepted failed: {1}", index.name(), reason);
    }
  }

  /** Number of changes that were {@linkplain #accept accepted} and failed. */
  public long failedLater() {
    return failedLater.sum();
  }

  /**
   * Adds a mark, like {@link #submit}.
   *
   * @return completed when all changes that were added before are on disk or have failed
   */
  public CompletableFuture<Void> flush(Duration patience) {
    return run(() -> {}, patience);
  }

  /**
   * Runs an action when all changes that were added before are on disk or have failed, and while
   * the server writes none, like {@link #submit}.
   *
   * @param action may throw a {@link RequestException}, with which the result is completed
   */
  public CompletableFuture<Void> run(Runnable action, Duration patience) {
    CompletableFuture<Void> result = new CompletableFuture<>();
    add(new Task(action, result), patience);
    return result;
  }

  /**
   * Adds a deletion of the documents that meet a filter, like {@link #submit}.
   *
   * @return completed with the number of deleted documents
   */
  public CompletableFuture<Long> delete(Filter filter, Duration patience) {
    CompletableFuture<Long> result = new CompletableFuture<>();
    add(new Deletion(filter, result), patience);
    return result;
  }

  private void add(Entry entry, Duration patience) {
    try {
      if (!capacity.tryAcquire(entry.permits(), patience.toMillis(), TimeUnit.MILLISECONDS)) {
        throw RequestException.overloaded(
            "too many documents are waiting to be written; try again later", RETRY_AFTER);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw index.closed();
    }
    synchronized (this) {
      if (closed) {
        capacity.release(entry.permits());
        throw index.closed();
      }
      waiting.add(entry);
    }
  }

  /** Weight of a change that waits: one, and more for the text and the fields of a document. */
  static int permits(Change change) {
    return switch (change) {
      case Change.Delete delete -> 1;
      case Change.Patch patch -> (int) Math.min(CAPACITY, 1 + patch.characters() / UNIT);
      case Change.Put put ->
          (int) Math.min(CAPACITY, 1 + (characters(put.document()) + put.components()) / UNIT);
    };
  }

  private static long characters(Document document) {
    long characters = document.title().length() + (long) document.text().length();
    for (Map.Entry<String, MetadataValue> field : document.metadata().fields().entrySet()) {
      characters += field.getKey().length();
      for (MetadataValue value : field.getValue().elements()) {
        characters += value.toString().length();
      }
    }
    return characters;
  }

  /** Number of changes that wait for their commit. */
  public int waiting() {
    return waiting.size();
  }

  private void write() {
    List<Entry> entries = new ArrayList<>();
    boolean stopping = false;
    while (!stopping) {
      try {
        entries.add(waiting.take());
      } catch (InterruptedException e) {
        continue; // The thread ends only after the changes that it has accepted.
      }
      waiting.drainTo(entries, MAX_CHANGES - 1);
      stopping = entries.remove(STOP);
      try {
        writeAll(entries);
      } catch (RuntimeException | Error e) {
        // After an error too, such as one of memory: clients wait for their changes.
        LOG.log(Level.ERROR, "index {0}: {1}", index.name(), e.getClass().getName());
        LOG.log(Level.DEBUG, "index " + index.name(), e);
        entries.forEach(entry -> entry.result().completeExceptionally(unwritten()));
      } finally {
        entries.forEach(entry -> capacity.release(entry.permits()));
        entries.clear();
      }
    }
  }

  private void writeAll(List<Entry> entries) {
    List<OfDocument> changes = new ArrayList<>();
    for (Entry entry : entries) {
      switch (entry) {
        case OfDocument change -> {
          if (change.followsOneOf(changes)) {
            commit(changes);
            changes.clear();
          }
          resolved(change).ifPresent(changes::add);
        }
        case Deletion deletion -> {
          commit(changes);
          changes.clear();
          delete(deletion);
        }
        case Task task -> {
          commit(changes);
          changes.clear();
          task.run();
        }
      }
    }
    commit(changes);
  }

  /** Returns a change without conditions; empty, and the change is rejected, if one is not met. */
  private Optional<OfDocument> resolved(OfDocument entry) {
    if (!entry.isConditional()) {
      return Optional.of(entry);
    }
    try {
      String id = entry.change().id();
      Optional<StoredDocument> current = index.use(engine -> engine.find(id));
      entry.precondition().require(current);
      if (!(entry.change() instanceof Change.Patch patch)) {
        return Optional.of(entry.withChange(entry.change()));
      }
      if (current.isEmpty()) {
        entry.result().complete(Change.Result.NOT_FOUND);
        return Optional.empty();
      }
      return Optional.of(entry.withChange(new Change.Put(patch.patch().apply(current.get()))));
    } catch (RequestException e) {
      entry.result().completeExceptionally(e);
      return Optional.empty();
    }
  }

  private void delete(Deletion deletion) {
    try {
      deletion.result().complete(index.use(engine -> engine.delete(deletion.filter())));
    } catch (RequestException e) {
      boolean invalid = e.reason() == RequestException.Reason.INVALID;
      deletion
          .result()
          .completeExceptionally(
              invalid ? RequestException.invalid("filter", e.getMessage()) : failure(e));
    }
  }

  /** Writes changes: first all documents, then the deletions that no later document undoes. */
  private void commit(List<OfDocument> entries) {
    Set<String> existing;
    Map<String, List<OfDocument>> written;
    try {
      existing = existing(entries);
      written = put(entries).stream().collect(Collectors.groupingBy(entry -> entry.change().id()));
    } catch (RequestException e) {
      reject(entries, failure(e));
      return;
    }
    List<String> deleted = new ArrayList<>();
    written.forEach(
        (id, ofDocument) -> {
          switch (ofDocument.getLast().change()) {
            case Change.Put put -> complete(ofDocument, existing.contains(id));
            case Change.Delete delete -> deleted.add(id);
            case Change.Patch patch -> throw unresolved(patch);
          }
        });
    if (deleted.isEmpty()) {
      return;
    }
    try {
      index.use(engine -> engine.delete(deleted));
      deleted.forEach(id -> complete(written.get(id), existing.contains(id)));
    } catch (RequestException e) {
      RequestException failure = failure(e);
      deleted.forEach(id -> reject(written.get(id), failure));
    }
  }

  /** The documents with a deletion that the index holds before the changes. */
  private Set<String> existing(List<OfDocument> entries) {
    List<String> deleted =
        entries.stream()
            .map(OfDocument::change)
            .filter(Change.Delete.class::isInstance)
            .map(Change::id)
            .distinct()
            .toList();
    return index.use(
        engine ->
            deleted.stream()
                .filter(id -> !engine.view().passages(id).isEmpty())
                .collect(Collectors.toSet()));
  }

  /** Puts all documents, and returns the changes without those whose document is rejected. */
  private List<OfDocument> put(List<OfDocument> entries) {
    List<Document> documents = new ArrayList<>();
    List<EmbeddedDocument> embedded = new ArrayList<>();
    for (OfDocument entry : entries) {
      if (entry.change() instanceof Change.Put put) {
        put.embedded().ifPresentOrElse(embedded::add, () -> documents.add(put.document()));
      }
    }
    Iterator<PutOutcome> outcomes = index.use(engine -> engine.putAll(documents)).iterator();
    Iterator<PutOutcome> ofEmbedded =
        index.use(engine -> engine.putAllEmbedded(embedded)).iterator();
    List<OfDocument> allowed = new ArrayList<>();
    for (OfDocument entry : entries) {
      Optional<PutOutcome.Rejection> rejection =
          entry.change() instanceof Change.Put
              ? (entry.isEmbedded() ? ofEmbedded : outcomes).next().rejection()
              : Optional.empty();
      if (rejection.isEmpty()) {
        allowed.add(entry);
      } else {
        entry
            .result()
            .completeExceptionally(
                RequestException.invalid(
                    entry.isEmbedded() ? "vector" : "metadata",
                    index.withoutPath(rejection.get().detail())));
      }
    }
    return allowed;
  }

  /** Completes the changes of a document as if each had been written by itself. */
  private static void complete(List<OfDocument> entries, boolean existedBefore) {
    boolean exists = existedBefore;
    for (OfDocument entry : entries) {
      switch (entry.change()) {
        case Change.Put put -> {
          entry.result().complete(Change.Result.INDEXED);
          exists = true;
        }
        case Change.Delete delete -> {
          entry.result().complete(exists ? Change.Result.DELETED : Change.Result.NOT_FOUND);
          exists = false;
        }
        case Change.Patch patch -> throw unresolved(patch);
      }
    }
  }

  private static IllegalStateException unresolved(Change.Patch patch) {
    return new IllegalStateException("the patch of " + patch.id() + " is written as a document");
  }

  private static void reject(List<OfDocument> entries, RequestException error) {
    entries.forEach(entry -> entry.result().completeExceptionally(error));
  }

  private static boolean isFull(Path folder) {
    try {
      return Files.getFileStore(folder).getUsableSpace() < MIN_FREE_BYTES;
    } catch (IOException e) {
      return false;
    }
  }

  /** Returns the error of changes that are allowed but could not be written. */
  private RequestException failure(RequestException error) {
    return switch (error.reason()) {
      case UNAVAILABLE, CONFLICT -> error;
      default -> unwritten();
    };
  }

  private RequestException unwritten() {
    return index.folder().map(ChangeQueue::isFull).orElse(false)
        ? RequestException.of(
            RequestException.Reason.STORAGE_FULL,
            "the disk of the index " + index.name() + " is full: searches go on; free some space")
        : RequestException.of(
            RequestException.Reason.FAILED,
            "the index " + index.name() + " cannot be written; the log of the server has more");
  }

  /** Refuses new changes and waits until the accepted ones are written. */
  @Override
  public void close() {
    synchronized (this) {
      if (!closed) {
        closed = true;
        waiting.add(STOP);
      }
    }
    boolean interrupted = false;
    while (writer.isAlive()) {
      try {
        writer.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
