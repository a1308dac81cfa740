// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.storage;

import java.util.Optional;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.links.DocumentLinks;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.reader.IndexSnapshot;
import org.isogloss.search.rules.SearchRules;

/** An index that is open for searching: its passages, and everything else that belongs to it. */
public interface OpenIndex extends AutoCloseable {
  /** The manifest. */
  IndexManifest manifest();

  /** The translation tables. */
  IndexTranslationTables tables();

  /** The conversion of scores to probabilities; empty if it was not estimated on the index. */
  Optional<IndexProbability> probability();

  /** The rules of queries; none if the index has no rules. */
  SearchRules rules();

  /**
   * The links of documents with their translations and copies; empty if they were not sought yet,
   * because an earlier version wrote the index or it has no vectors.
   */
  Optional<DocumentLinks> links();

  /** The passages. */
  IndexSnapshot snapshot();

  /**
   * Opens the current state of the index. Unchanged parts are shared with this object, which stays
   * open; both are closed separately, in any order.
   *
   * @return empty if nothing has changed since this object was opened
   * @throws org.isogloss.core.IsoglossException if the index no longer exists, is damaged, or is
   *     another one that cannot be opened with the analyzers of this one
   */
  Optional<OpenIndex> reopened();

  /**
   * Whether nothing but the links of documents has changed between two objects of this index, of
   * which the other may be closed.
   */
  boolean differsOnlyInLinks(OpenIndex other);

  /** Closing twice has no effect. */
  @Override
  void close();
}
