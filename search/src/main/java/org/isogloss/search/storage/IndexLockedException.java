// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.storage;

import org.isogloss.core.IsoglossException;

/** Another process is writing the index, or has it open for writing. Searches are not affected. */
public final class IndexLockedException extends IsoglossException {
  private static final long serialVersionUID = 1;

  public IndexLockedException(String message) {
    super(message);
  }

  public IndexLockedException(String message, Throwable cause) {
    super(message, cause);
  }
}
