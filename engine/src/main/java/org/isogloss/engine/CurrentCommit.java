// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.PipelineComponents;

/** The commit that new searches use. */
final class CurrentCommit {
  private final PipelineComponents components;
  private final ReentrantLock refreshing = new ReentrantLock();
  private volatile Commit commit;

  CurrentCommit(SearchIndex index, PipelineComponents components) {
    this.components = components;
    this.commit = new Commit(index, components);
  }

  /** Applies a function to the current commit, which stays open until the function returns. */
  <T> T read(Function<Commit, T> function) {
    Commit acquired = acquireCurrent();
    try {
      return function.apply(acquired);
    } finally {
      acquired.release();
    }
  }

  private Commit acquireCurrent() {
    while (true) {
      Commit candidate = commit;
      if (candidate.acquire()) {
        return candidate;
      }
      // The commit was replaced and closed after the field was read: try the new one.
    }
  }

  /**
   * Switches to the last commit of the index. If another thread is refreshing, waits for it and
   * then checks again.
   *
   * @return whether there was a newer commit
   */
  boolean refresh() {
    refreshing.lock();
    try {
      Commit old = commit;
      Optional<SearchIndex> newer = old.index().reopened();
      newer.ifPresent(
          index -> {
            commit = new Commit(index, components);
            old.release();
          });
      return newer.isPresent();
    } finally {
      refreshing.unlock();
    }
  }

  /**
   * Releases the commit. The caller guarantees that no read is running and that none will start.
   */
  void close() {
    commit.release();
  }
}
