// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.catalog;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;

/** Whether the storage of an index answers. A change is one line of the log. Thread-safe. */
final class StorageWatch {
  private static final System.Logger LOG = System.getLogger(StorageWatch.class.getName());

  private final String index;
  private final AtomicBoolean available = new AtomicBoolean(true);

  StorageWatch(String index) {
    this.index = index;
  }

  boolean isAvailable() {
    return available.get();
  }

  /**
   * Called when the storage has not answered.
   *
   * @param reason for the log
   */
  void lost(String reason) {
    if (available.compareAndSet(true, false)) {
      LOG.log(Level.WARNING, "the index {0} is not available: {1}", index, reason);
    }
  }

  /** Called when the storage has answered. */
  void found() {
    if (available.compareAndSet(false, true)) {
      LOG.log(Level.INFO, "the index {0} is available again", index);
    }
  }
}
