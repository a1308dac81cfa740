// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.storage;

import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexProbability;
import org.isogloss.search.rules.SearchRules;
import org.isogloss.search.writer.IndexWriteSession;

/**
 * A place for an index, which may not exist yet. Two locations are equal if they are the same
 * place.
 */
public interface IndexLocation {
  /** The name of the location, for messages: a folder, or the address of a collection. */
  String name();

  /** The last part of the name, which distinguishes indexes for users: a folder or a collection. */
  String shortName();

  /** The folder of the index; empty if it is elsewhere. */
  Optional<Path> folder();

  /**
   * Reads the manifest of the index.
   *
   * @param analyzers the analyzers of the index
   * @return the manifest; empty if there is no index and one can be created here
   * @throws org.isogloss.core.IsoglossException if the location contains something other than an
   *     index, or the index is damaged, was created with other analyzers, or has a version that
   *     this version of Isogloss cannot read
   */
  Optional<IndexManifest> findManifest(LanguageAnalyzers analyzers);

  /** Like {@link #findManifest(LanguageAnalyzers)}, for an index with the shipped analyzers. */
  default Optional<IndexManifest> findManifest() {
    return findManifest(LanguageAnalyzers.shipped());
  }

  /**
   * Reads the manifest of an existing index.
   *
   * @throws org.isogloss.core.IsoglossException like {@link #findManifest}, and if there is no
   *     index
   */
  IndexManifest manifest(LanguageAnalyzers analyzers);

  /** Like {@link #manifest(LanguageAnalyzers)}, for an index with the shipped analyzers. */
  default IndexManifest manifest() {
    return manifest(LanguageAnalyzers.shipped());
  }

  /**
   * Opens the index for searching.
   *
   * @throws org.isogloss.core.IsoglossException like {@link #manifest}
   */
  OpenIndex open(LanguageAnalyzers analyzers);

  /**
   * Opens the index for writing, or prepares a new one, which exists from its first commit on.
   *
   * @param analyzers the analyzers of the index
   * @param newManifest the manifest of a new index
   * @param requirements throws if the manifest of an existing index is not acceptable
   * @throws IndexLockedException if another process is writing the index
   * @throws org.isogloss.core.IsoglossException if the index cannot be written
   */
  IndexWriteSession openForWriting(
      LanguageAnalyzers analyzers, IndexManifest newManifest, Consumer<IndexManifest> requirements);

  /**
   * Stores the conversion of a re-ranker's scores to probabilities in the index.
   *
   * @throws org.isogloss.core.IsoglossException if the index cannot be written
   */
  void setProbability(IndexProbability probability);

  /**
   * Copies the last commit of the index to a folder, which is an index of its own then: a snapshot,
   * or the index that is restored from one. The index may be in use. By default, an index outside
   * of a folder cannot be copied so.
   *
   * @param target an empty folder
   * @throws org.isogloss.core.IsoglossException if the index cannot be read, the folder cannot be
   *     written, or the index is not in a folder
   */
  default void copyCommit(Path target) {
    throw new IsoglossException(
        name()
            + ": only an index in a folder has snapshots; use those of the cluster in which the"
            + " index is, such as the backups of Solr");
  }

  /**
   * Reads the rules of queries; none if the index has no rules.
   *
   * @throws org.isogloss.core.IsoglossException if there is no index, or its rules are damaged
   */
  SearchRules rules();

  /**
   * Stores rules of queries in the index, in place of those that it has. Searches that begin after
   * the index was reopened use them.
   *
   * @throws org.isogloss.core.IsoglossException if the index cannot be written
   */
  void setRules(SearchRules rules);

  /** Returns the size of the stored index in bytes; of several copies, that of one. */
  long sizeOnDisk();
}
