// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.nio.file.Path;
import java.util.Map;
import java.util.Set;

/**
 * The storage that is needed to keep an index in step with a collection: a folder for files next to
 * the index, and a record of the indexing run that wrote each document. Uncommitted changes are
 * included.
 */
public interface SyncStorage {
  /** The folder of the index. */
  Path folder();

  /** The number of documents that each run has written. */
  Map<Long, Long> documentsPerRun();

  /** The ids of the documents that some runs have written, with the run of each. */
  Map<String, Long> documentsOf(Set<Long> runs);
}
