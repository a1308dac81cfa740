// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.storage;

import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;

/**
 * The index does not contain the passage of a hit. In an index of a cluster, it may have been
 * deleted since it was found; the search can be repeated.
 */
public final class MissingPassageException extends IsoglossException {
  private static final long serialVersionUID = 1;

  /**
   * Creates an exception.
   *
   * @param index name of the index
   */
  public MissingPassageException(String index, Hit hit) {
    super(
        index
            + ": the index has no passage "
            + hit.passage()
            + " of a document "
            + hit.documentId());
  }
}
