// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import org.apache.lucene.index.ConcurrentMergeScheduler;

/**
 * Merges segments in background threads. If a merge fails, for example because the disk is full,
 * the writer closes itself, and its next use throws an exception with the cause; the background
 * thread prints nothing.
 */
final class BackgroundMergeScheduler extends ConcurrentMergeScheduler {
  @Override
  protected void handleMergeException(Throwable exception) {
    // IndexWriter has stored it as its tragic exception.
  }
}
