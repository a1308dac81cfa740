package org.isogloss.engine;

import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.PipelineComponents;

/** The commit that searches which begin now use. */
final class CurrentCommit {
  private final PipelineComponents parts;
  private final ReentrantLock refreshing = new ReentrantLock();
  private volatile Commit commit;

  CurrentCommit(SearchIndex index, PipelineComponents parts) {
    this.parts = parts;
    this.commit = new Commit(index, parts);
  }

  /** Reads one commit, which stays the same meanwhile. */
  <T> T read(Function<Commit, T> reading) {
    Commit used = acquired();
    try {
      return reading.apply(used);
    } finally {
      used.release();
    }
  }

  private Commit acquired() {
    while (true) {
      Commit now = commit;
      if (now.acquire()) {
        return now;
      }
      // It was replaced after it was read, and nobody used it: there is another one.
    }
  }

  /**
   * Moves on to the last commit of the index. If another thread is doing so, waits for it and then
   * looks again.
   *
   * @return whether there was a newer one
   */
  boolean refresh() {
    refreshing.lock();
    try {
      Commit old = commit;
      Optional<SearchIndex> newer = old.index().reopened();
      newer.ifPresent(
          index -> {
            commit = new Commit(index, parts);
            old.release();
          });
      return newer.isPresent();
    } finally {
      refreshing.unlock();
    }
  }

  /** Nothing reads it any more, and nothing will. */
  void close() {
    commit.release();
  }
}
