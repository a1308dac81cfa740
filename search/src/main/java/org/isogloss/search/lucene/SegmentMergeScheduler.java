// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.util.concurrent.Executor;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.MergePolicy;
import org.apache.lucene.index.MergeTrigger;
import org.apache.lucene.store.Directory;

/**
 * Merges segments in background threads, or in the thread that causes the merge, so that the
 * segments do not depend on the speed of the threads. If a merge in the background fails, for
 * example because the disk is full, the writer closes itself, and its next use throws an exception
 * with the cause; the background thread prints nothing.
 */
final class SegmentMergeScheduler extends ConcurrentMergeScheduler {
  private volatile boolean serial;

  /** From now on, merges in the thread that causes the merge. */
  void mergeSerially() {
    serial = true;
  }

  @Override
  public synchronized void merge(MergeSource source, MergeTrigger trigger) throws IOException {
    if (!serial) {
      super.merge(source, trigger);
      return;
    }
    for (MergePolicy.OneMerge merge = source.getNextMerge();
        merge != null;
        merge = source.getNextMerge()) {
      source.merge(merge);
    }
  }

  // The superclass expects that its own threads merge.
  @Override
  public Directory wrapForMerge(MergePolicy.OneMerge merge, Directory directory) {
    return serial ? directory : super.wrapForMerge(merge, directory);
  }

  @Override
  public Executor getIntraMergeExecutor(MergePolicy.OneMerge merge) {
    return serial ? Runnable::run : super.getIntraMergeExecutor(merge);
  }

  @Override
  protected void handleMergeException(Throwable exception) {
    // IndexWriter has stored it as its tragic exception.
  }
}
