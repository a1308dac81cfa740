// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.isogloss.api.EmbeddedDocument;
import org.isogloss.api.filter.Filter;
import org.isogloss.data.LanguagePair;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.IndexingProgress;
import org.isogloss.search.IndexingSummary;

/**
 * Writes the index of an engine. Only one thread writes at a time. The index is locked against
 * other processes only during a write, unless it is kept open.
 */
final class IndexWriteAccess implements AutoCloseable {
  private final Supplier<IndexerBuilder> options;
  private final boolean keepsOpen;
  private final ReentrantLock lock = new ReentrantLock();
  private Optional<Indexer> kept = Optional.empty();

  /**
   * Creates a writer.
   *
   * @param options returns a new builder at each call
   * @param keepsOpen whether the index stays open for writing after a write
   */
  IndexWriteAccess(Supplier<IndexerBuilder> options, boolean keepsOpen) {
    this.options = options;
    this.keepsOpen = keepsOpen;
  }

  /** Creates an index without documents if none exists. */
  void create() {
    write(
        indexer -> {
          indexer.commit();
          return true;
        });
  }

  IndexingSummary index(DocumentSource source, Consumer<IndexingProgress> listener) {
    return write(indexer -> indexer.index(source, listener));
  }

  IndexingSummary indexEmbedded(Collection<EmbeddedDocument> documents) {
    return write(indexer -> indexer.indexEmbedded(documents));
  }

  long delete(Filter filter) {
    return write(indexer -> indexer.delete(filter));
  }

  long delete(Collection<String> documentIds) {
    return write(indexer -> indexer.delete(documentIds));
  }

  LanguagePair addTable(Path file) {
    return write(indexer -> indexer.addTranslationTable(file));
  }

  private <T> T write(Function<Indexer, T> action) {
    lock.lock();
    try {
      return keepsOpen ? writeAndKeep(action) : writeOnce(action);
    } finally {
      lock.unlock();
    }
  }

  private <T> T writeOnce(Function<Indexer, T> action) {
    try (Indexer indexer = options.get().open()) {
      return action.apply(indexer);
    }
  }

  private <T> T writeAndKeep(Function<Indexer, T> action) {
    if (kept.isPresent() && !kept.get().isOpen()) {
      release();
    }
    Indexer indexer = kept.orElseGet(() -> options.get().mergesInBackground().open());
    kept = Optional.of(indexer);
    try {
      return action.apply(indexer);
    } finally {
      // After a failure to write, the next write opens the index again, at its last commit.
      if (!indexer.isOpen()) {
        release();
      }
    }
  }

  private void release() {
    Optional<Indexer> released = kept;
    kept = Optional.empty();
    released.ifPresent(Indexer::close);
  }

  /** Releases an index that was kept open. */
  @Override
  public void close() {
    lock.lock();
    try {
      release();
    } finally {
      lock.unlock();
    }
  }
}
