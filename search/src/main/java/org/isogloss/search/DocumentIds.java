package org.isogloss.search;

import org.isogloss.core.Ids;
import org.isogloss.core.IsoglossException;

/** Which document ids an index accepts. */
final class DocumentIds {
  private DocumentIds() {}

  /**
   * Refuses an id that a run file cannot hold or that Lucene would store as another id: see {@link
   * Ids}.
   *
   * @throws IsoglossException if the id is not allowed
   */
  static void require(String id) {
    Ids.problem(id)
        .ifPresent(
            problem -> {
              throw new IsoglossException("the id of a document " + problem);
            });
  }
}
