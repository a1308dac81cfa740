// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.isogloss.cli.console.Console;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.Shutdown;
import org.isogloss.data.detect.FolderWatch;
import org.isogloss.search.Indexer;
import org.isogloss.search.IndexerBuilder;

/**
 * Keeps an index in step with collections until the process is asked to end. A run that fails is
 * repeated at the next change, at the latest after a minute; only the first ends the command. The
 * index is closed before the process ends, so that it need not be verified when it is opened next.
 */
final class IndexWatch implements AutoCloseable {
  /** Finds changes that the system does not report, as on network drives. */
  private static final Duration LONGEST_WAIT = Duration.ofMinutes(1);

  private static final long MAX_STOP_SECONDS = 60;

  private final Console console;
  private final FolderWatch changes;
  private final IndexSync sync;
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Shutdown.Registration registration = Shutdown.finishing(this::stop);
  private volatile boolean stopping;

  /** Ends a run between two files. */
  private static final class Stopped extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  IndexWatch(Console console, FolderWatch changes, IndexSync sync) {
    this.console = console;
    this.changes = changes;
    this.sync = sync;
  }

  /**
   * Synchronises until the process is asked to end.
   *
   * @param preparation called with the open index before the first run
   */
  void run(IndexerBuilder builder, Consumer<Indexer> preparation) {
    builder.mergesInBackground();
    Indexer indexer = builder.open();
    try {
      preparation.accept(indexer);
      sync.run(indexer, this::checkpoint);
      indexer.commit();
      console.note("Watching for changes; stop with Ctrl-C");
      while (changes.awaitChange(LONGEST_WAIT)) {
        try {
          if (!indexer.isOpen()) {
            indexer.close();
            indexer = builder.open();
          }
          sync.runAgain(indexer, this::checkpoint);
        } catch (IsoglossException e) {
          console.endProgress();
          console.warn(e.getMessage() + "; trying again at the next change");
        }
      }
    } catch (Stopped e) {
      console.endProgress();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      indexer.close();
    }
  }

  private void checkpoint() {
    if (stopping) {
      throw new Stopped();
    }
  }

  private void stop() {
    stopping = true;
    changes.close();
    try {
      ended.await(MAX_STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    ended.countDown();
    registration.close();
  }
}
