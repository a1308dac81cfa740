// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.search.links.DocumentLinker;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.links.LinkStorage;

/**
 * Updates the links of an index after commits, one update after the other: in the thread of the
 * caller, or in the background. A failure in the background is logged, and the next update repairs
 * what was not done.
 *
 * <p>In the background, commits that follow each other share an update, and an update waits nine
 * times as long as the one before it took, so that updates take a tenth of the time at most.
 */
final class LinkUpdates implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LinkUpdates.class.getName());

  private static final int PAUSE = 9;

  private final String index;
  private final LinkStorage storage;
  private final int threads;
  private final long maxPassages;
  private final Optional<ScheduledThreadPoolExecutor> background;

  /** The last indexing run, if it was not examined yet. */
  private Optional<Long> pending = Optional.empty();

  private Optional<Future<?>> waiting = Optional.empty();

  /** When the next update may begin, by {@link System#nanoTime}. */
  private long next = System.nanoTime();

  private boolean warned;

  /**
   * @param index name of the index, for messages
   * @param threads number of threads of an update
   * @param finds whether links are found; otherwise documents that are replaced only lose theirs
   */
  LinkUpdates(String index, LinkStorage storage, int threads, boolean finds, boolean inBackground) {
    this.index = index;
    this.storage = storage;
    this.threads = threads;
    this.maxPassages = finds ? DocumentLinker.MAX_PASSAGES : 0;
    this.background = inBackground ? Optional.of(executor()) : Optional.empty();
  }

  private static ScheduledThreadPoolExecutor executor() {
    return new ScheduledThreadPoolExecutor(
        1, Thread.ofPlatform().daemon().name("isogloss-links-", 0).factory());
  }

  /**
   * Finds the links of the documents that were written since the last update, unless they are not
   * wanted or the index is too large to do so without being asked.
   *
   * @param run the last indexing run, which has ended
   */
  void update(long run) {
    if (background.isEmpty()) {
      update(run, maxPassages);
      return;
    }
    synchronized (this) {
      boolean scheduled = pending.isPresent();
      pending = Optional.of(run);
      if (!scheduled) {
        long delay = Math.max(0, next - System.nanoTime());
        waiting =
            Optional.of(
                background.get().schedule(this::updatePending, delay, TimeUnit.NANOSECONDS));
      }
    }
  }

  /** Finds the links of the documents that were written since the last update. */
  void updateNow(long run) {
    if (background.isEmpty()) {
      update(run, Long.MAX_VALUE);
    } else {
      background.get().execute(() -> logFailure(() -> update(run, Long.MAX_VALUE)));
    }
  }

  private void updatePending() {
    Optional<Long> run;
    synchronized (this) {
      run = pending;
      pending = Optional.empty();
    }
    if (run.isEmpty()) {
      return;
    }
    long started = System.nanoTime();
    logFailure(() -> update(run.get(), maxPassages));
    long ended = System.nanoTime();
    synchronized (this) {
      next = ended + PAUSE * (ended - started);
    }
  }

  private void update(long run, long limit) {
    try (WorkerPool workers = new WorkerPool("links", threads)) {
      boolean examined = new DocumentLinker(workers).update(storage, run, limit);
      if (!examined && limit > 0 && !warned) {
        warned = true;
        LOG.log(
            Level.INFO,
            "{0} has more than {1} passages: its translations are found only if asked for",
            index,
            limit);
      }
    }
  }

  /** Removes the links of deleted documents. */
  void remove(Collection<String> documentIds) {
    if (background.isEmpty()) {
      removeNow(documentIds);
    } else {
      background.get().execute(() -> logFailure(() -> removeNow(documentIds)));
    }
  }

  private void removeNow(Collection<String> documentIds) {
    Optional<DocumentLinks> known = storage.links();
    known
        .map(links -> links.without(documentIds))
        .filter(links -> links != known.get())
        .ifPresent(storage::write);
  }

  private void logFailure(Runnable action) {
    try {
      action.run();
    } catch (RuntimeException | Error e) { // Nobody else would see it.
      LOG.log(Level.WARNING, index + ": the links of documents were not updated", e);
    }
  }

  /** Finishes updates in the background, also the one that waits. */
  @Override
  public void close() {
    if (background.isPresent()) {
      synchronized (this) {
        waiting.ifPresent(update -> update.cancel(/* mayInterruptIfRunning= */ false));
      }
      background.get().close();
      updatePending();
    }
  }
}
