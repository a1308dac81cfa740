// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.nio.file.Path;
import java.util.Collection;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.isogloss.data.LanguagePair;
import org.isogloss.search.DocumentSource;
import org.isogloss.search.EmbeddedDocument;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;
import org.isogloss.search.IndexingProgress;
import org.isogloss.search.IndexingSummary;
import org.isogloss.search.filter.Filter;

/**
 * Writes the index of an engine. Only one thread writes at a time, and the index is locked against
 * other processes only during a write.
 */
final class Writing {
  private final Supplier<IndexerBuilder> options;
  private final ReentrantLock lock = new ReentrantLock();

  /**
   * Creates a writer.
   *
   * @param options returns a new builder at each call
   */
  Writing(Supplier<IndexerBuilder> options) {
    this.options = options;
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
    try (Indexer indexer = options.get().open()) {
      return action.apply(indexer);
    } finally {
      lock.unlock();
    }
  }
}
