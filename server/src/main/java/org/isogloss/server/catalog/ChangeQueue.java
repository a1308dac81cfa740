// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.LongAdder;
import org.isogloss.api.filter.Filter;
import org.isogloss.core.Document;
import org.isogloss.core.metadata.MetadataValue;
import org.isogloss.core.util.Excerpt;
import org.isogloss.core.util.IdValidator;
import org.isogloss.server.http.RequestException;

/**
 * Accepts the changes of all clients to one index, in order and in bounded memory; a thread hands
 * those that wait at the same time to a {@link ChangeWriter}. A change is acknowledged when its
 * commit is on disk and visible to searches. Thread-safe.
 */
public final class ChangeQueue implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ChangeQueue.class.getName());

  /** Maximum number of changes of a commit. */
  private static final int MAX_CHANGES = 2_000;

  /** Number of characters that wait, in units of {@link #UNIT}. */
  static final int CAPACITY = 1 << 14;

  /** Characters of one permit: a waiting document uses at least one. */
  private static final int UNIT = 1 << 12;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  /** Follows the last change. */
  private static final QueuedChange STOP =
      new QueuedChange.OfDocument(
          new Change.Delete("stop"), Precondition.NONE, 0, new CompletableFuture<>());

  private final ServedIndex index;
  private final Semaphore capacity = new Semaphore(CAPACITY, /* fair= */ true);
  private final LinkedBlockingQueue<QueuedChange> waiting = new LinkedBlockingQueue<>();
  private final Thread thread;
  private final LongAdder failedLater = new LongAdder();
  private boolean closed;

  ChangeQueue(ServedIndex index) {
    this.index = index;
    this.thread =
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
    add(new QueuedChange.OfDocument(change, precondition, permits(change), result), patience);
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
        new QueuedChange.OfDocument(
            change, Precondition.NONE, permits(change), new Unawaited(change)),
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
    add(new QueuedChange.Task(action, result), patience);
    return result;
  }

  /**
   * Adds a deletion of the documents that meet a filter, like {@link #submit}.
   *
   * @return completed with the number of deleted documents
   */
  public CompletableFuture<Long> delete(Filter filter, Duration patience) {
    CompletableFuture<Long> result = new CompletableFuture<>();
    add(new QueuedChange.Deletion(filter, result), patience);
    return result;
  }

  private void add(QueuedChange entry, Duration patience) {
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
    ChangeWriter writer = new ChangeWriter(index);
    List<QueuedChange> entries = new ArrayList<>();
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
        writer.write(entries);
      } catch (RuntimeException | Error e) {
        // After an error too, such as one of memory: clients wait for their changes.
        LOG.log(Level.ERROR, "index {0}: {1}", index.name(), e.getClass().getName());
        LOG.log(Level.DEBUG, "index " + index.name(), e);
        entries.forEach(entry -> entry.result().completeExceptionally(writer.unwritten()));
      } finally {
        entries.forEach(entry -> capacity.release(entry.permits()));
        entries.clear();
      }
    }
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
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
