// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.concurrent.WorkerPool;
import org.isogloss.search.links.DocumentLinker;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.links.LinkStorage;

/**
 * Updates the links of an index after commits, one update after the other: in the thread of the
 * caller, or in the background. A failure in the background is logged, and the next update repairs
 * what was not done.
 */
final class LinkUpdates implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LinkUpdates.class.getName());

  private final String index;
  private final LinkStorage storage;
  private final int threads;
  private final Optional<ExecutorService> background;

  /**
   * @param index name of the index, for messages
   * @param threads number of threads of an update
   */
  LinkUpdates(String index, LinkStorage storage, int threads, boolean inBackground) {
    this.index = index;
    this.storage = storage;
    this.threads = threads;
    this.background =
        inBackground
            ? Optional.of(
                Executors.newSingleThreadExecutor(
                    Thread.ofPlatform().daemon().name("isogloss-links-", 0).factory()))
            : Optional.empty();
  }

  /**
   * Finds the links of the documents that were written since the last update.
   *
   * @param run the last indexing run, which has ended
   */
  void update(long run) {
    execute(
        () -> {
          try (WorkerPool workers = new WorkerPool("links", threads)) {
            new DocumentLinker(workers).update(storage, run);
          }
        });
  }

  /** Removes the links of deleted documents. */
  void remove(Collection<String> documentIds) {
    execute(
        () -> {
          Optional<DocumentLinks> known = storage.links();
          known
              .map(links -> links.without(documentIds))
              .filter(links -> links != known.get())
              .ifPresent(storage::write);
        });
  }

  private void execute(Runnable action) {
    if (background.isEmpty()) {
      action.run();
      return;
    }
    background
        .get()
        .execute(
            () -> {
              try {
                action.run();
              } catch (IsoglossException e) {
                LOG.log(Level.WARNING, index + ": the links of documents were not updated", e);
              }
            });
  }

  /** Waits for updates in the background. */
  @Override
  public void close() {
    background.ifPresent(ExecutorService::close);
  }
}
