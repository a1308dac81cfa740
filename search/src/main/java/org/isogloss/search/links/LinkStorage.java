// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.links;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What the search for links reads and writes of an index. It sees the last commit; other threads
 * may write documents meanwhile.
 */
public interface LinkStorage {
  /**
   * The stored links; empty if the index has none yet.
   *
   * @throws org.isogloss.core.IsoglossException if they are damaged
   */
  Optional<DocumentLinks> links();

  /** Stores links durably in place of those before, visible to searches that begin later. */
  void write(DocumentLinks links);

  /** The ids of the documents that were written by a run with a higher number. */
  Set<String> documentsAfter(long run);

  /** Returns the number of passages. */
  long passageCount();

  /**
   * Returns the values of a field of strings, by the ids of the documents that have it; none if no
   * document has it.
   */
  Map<String, Set<String>> strings(String field);

  /** Passes the vectors of all passages to a visitor, document by document. */
  void forEachVector(VectorVisitor visitor);
}
