// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Function;
import org.apache.lucene.search.ReferenceManager;
import org.isogloss.search.SearchIndex;
import org.isogloss.search.pipeline.PipelineComponents;

/** The commit that new searches use. */
final class CurrentCommit extends ReferenceManager<Commit> {
  private final PipelineComponents components;

  CurrentCommit(SearchIndex index, PipelineComponents components) {
    this.components = components;
    this.current = new Commit(index, components);
  }

  /** Applies a function to the current commit, which stays open until the function returns. */
  <T> T read(Function<Commit, T> function) {
    Commit commit;
    try {
      commit = acquire();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try {
      return function.apply(commit);
    } finally {
      commit.release();
    }
  }

  /**
   * Switches to the last commit of the index. If another thread is refreshing, waits for it and
   * then checks again.
   *
   * @return whether there was a newer commit; links of documents that were found after a commit are
   *     none
   */
  boolean refresh() {
    Commit before = current;
    try {
      maybeRefreshBlocking();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Commit after = current;
    return after != before && !after.index().differsOnlyInLinks(before.index());
  }

  @Override
  protected Commit refreshIfNeeded(Commit commit) {
    return commit.index().reopened().map(newer -> new Commit(newer, components)).orElse(null);
  }

  @Override
  protected boolean tryIncRef(Commit commit) {
    return commit.acquire();
  }

  @Override
  protected void decRef(Commit commit) {
    commit.release();
  }

  @Override
  protected int getRefCount(Commit commit) {
    return commit.users();
  }

  /**
   * Releases the commit. The caller guarantees that no read is running and that none will start.
   */
  void closeUnchecked() {
    try {
      close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
