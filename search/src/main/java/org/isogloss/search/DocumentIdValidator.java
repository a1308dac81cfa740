// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.IdValidator;

/** Checks whether an index accepts a document id. */
final class DocumentIdValidator {
  private DocumentIdValidator() {}

  /**
   * Rejects an id that a run file cannot represent or that Lucene would store as another id; see
   * {@link org.isogloss.core.util.IdValidator}.
   *
   * @throws IsoglossException if the id is not allowed
   */
  static void require(String id) {
    IdValidator.findProblem(id)
        .ifPresent(
            problem -> {
              throw new IsoglossException("the id of a document " + problem);
            });
  }
}
