// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.storage;

import org.isogloss.core.IsoglossException;

/**
 * The storage of an index does not answer, or refuses the user: the same request may succeed later.
 * The request itself is not at fault.
 */
public final class IndexUnavailableException extends IsoglossException {
  private static final long serialVersionUID = 1;

  public IndexUnavailableException(String message) {
    super(message);
  }

  public IndexUnavailableException(String message, Throwable cause) {
    super(message, cause);
  }
}
