// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.data.LanguagePair;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.links.LinkStorage;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.vector.QuerySample;

/**
 * An index that is open for writing, by one session at a time. {@link #replace}, {@link #delete}
 * and {@link #addQueries} may be called by many threads, for different documents; the other methods
 * by one thread, while no document is being written.
 *
 * <p>All methods throw {@link org.isogloss.core.IsoglossException} if the index cannot be written.
 * The session can then only be closed; the index is continued from its last checkpoint, by writing
 * the documents after it again.
 */
public interface IndexWriteSession extends AutoCloseable {
  /** The manifest of the index. */
  IndexManifest manifest();

  /** Whether the index exists, that is, has a commit. */
  boolean hasCommit();

  /** Whether the session is neither closed nor has failed. */
  boolean isOpen();

  /** The user data of the last commit; empty if there is none. */
  Map<String, String> userData();

  /** The translation tables of the index. */
  IndexTranslationTables tables();

  /**
   * Adds a translation table; an existing one for the same languages is replaced.
   *
   * @return the languages of the table
   * @throws org.isogloss.core.IsoglossException also if the file is not a translation table, or the
   *     index projects frequencies and contains passages, whose frequencies were projected without
   *     the table
   */
  LanguagePair addTable(Path file);

  /**
   * Writes a document in place of the one with the same id.
   *
   * @param passages its passages, in order, one or more
   * @param metadata its other fields, which conform to the types
   * @param types types of these fields
   * @param projection computes the projected frequencies of passages
   * @param run number of the indexing run
   */
  void replace(
      List<EncodedPassage> passages,
      Metadata metadata,
      FieldTypes types,
      TermProjection projection,
      long run);

  /** Deletes documents; unknown ids are ignored. */
  void delete(Collection<String> documentIds);

  /** Adds texts that resemble queries to those of the index, which the next commit stores. */
  void addQueries(QuerySample queries);

  /**
   * Makes the changes durable and visible to searches that begin later, with a checkpoint and the
   * types of fields.
   */
  void commit(IndexingCheckpoint checkpoint, FieldTypes types);

  /**
   * From now on, optimises the index for searches, such as by merges, in the calling thread instead
   * of in the background, if this process does this work. The same documents, written in the same
   * order by one thread with the same commits, then give the same index.
   */
  default void mergeSerially() {}

  /** Waits until optimisation in the background, such as merges, has finished. */
  void awaitMerges();

  /** Applies a function to the counts of the index, uncommitted changes included if possible. */
  <T> T count(Function<IndexCounts, T> function);

  /** What a synchronisation needs; empty if the storage of the index does not support it. */
  default Optional<SyncStorage> syncStorage() {
    return Optional.empty();
  }

  /** The links of the documents, and what the search for them needs. */
  LinkStorage linkStorage();

  /**
   * Releases the index and discards uncommitted changes if possible. Closing twice has no effect.
   */
  @Override
  void close();
}
