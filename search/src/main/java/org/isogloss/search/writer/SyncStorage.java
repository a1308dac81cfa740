// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * What keeping an index in step with a collection needs of its storage: a folder for files beside
 * the index, and which indexing run has written a document. Changes that are not committed count.
 */
public interface SyncStorage {
  /** The folder of the index. */
  Path folder();

  /** The number of documents that each run has written. */
  Map<Long, Long> documentsPerRun();

  /** The ids of the documents that some runs have written, with the run of each. */
  Map<String, Long> documentsOf(Set<Long> runs);
}
