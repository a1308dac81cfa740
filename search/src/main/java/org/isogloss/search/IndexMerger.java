// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.util.Excerpt;
import org.isogloss.data.SourceIdentity;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.IndexIntegrity;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.lucene.LuceneCounts;
import org.isogloss.search.lucene.LuceneWriteSession;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.vector.QuerySample;

/**
 * Merges indexes of disjoint parts of a collection (shards) into one. The segments of the shards
 * are copied, not analysed or encoded again. The mean vectors of languages are estimated from all
 * passages.
 */
public final class IndexMerger {
  private final List<Path> shards;
  private final LanguageAnalyzers analyzers;

  private IndexMerger(List<Path> shards, LanguageAnalyzers analyzers) {
    this.shards = shards;
    this.analyzers = analyzers;
  }

  /**
   * Merges indexes that were created with the shipped analyzers.
   *
   * @param shards the folders of one or more indexes, which are not changed; not open for writing
   * @param to the folder of the new index, which does not exist or is empty
   * @throws IsoglossException if the shards were created with different models, passages or
   *     vectors, the types of a field differ, two shards contain the same document, a shard has
   *     translation tables, which are to be added to the merged index instead, or a folder cannot
   *     be read or written
   */
  public static void merge(List<Path> shards, Path to) {
    if (shards.isEmpty()) {
      throw new IsoglossException("found no index to merge into " + to + ", expected one or more");
    }
    new IndexMerger(List.copyOf(shards), LanguageAnalyzers.shipped()).merge(to);
  }

  private void merge(Path to) {
    if (!IndexFolder.canCreateIndex(to)) {
      throw new IsoglossException(
          to + ": contains an index or other files; choose a new folder for the merged index");
    }
    IndexManifest manifest = commonManifest();
    try (OpenShards open = new OpenShards()) {
      FieldTypes types = commonTypes(open.readers);
      requireDisjoint(open.readers);
      long documents = 0;
      long run = 1;
      for (DirectoryReader reader : open.readers) {
        documents += new LuceneCounts(to, reader).documents();
        Map<String, String> userData = reader.getIndexCommit().getUserData();
        run = Math.max(run, IndexingCheckpoint.fromUserData(userData).run());
      }
      IndexingCheckpoint.Step step =
          new IndexingCheckpoint.Step(
              SourceIdentity.unique().value(), documents, /* leftOut= */ 0, run, true);
      write(to, manifest, open, IndexingCheckpoint.EMPTY.withStep(0, step), types);
    } catch (IOException e) {
      throw IndexFolder.failure(to, e);
    }
  }

  private void write(
      Path to,
      IndexManifest manifest,
      OpenShards open,
      IndexingCheckpoint checkpoint,
      FieldTypes types)
      throws IOException {
    try (LuceneWriteSession session =
        LuceneWriteSession.open(to, analyzers, manifest, accepted -> {})) {
      session.addIndexes(open.directories);
      for (DirectoryReader reader : open.readers) {
        session.addQueries(QuerySample.fromUserData(reader.getIndexCommit().getUserData()));
      }
      session.commit(checkpoint, types);
      session.awaitMerges();
    }
  }

  /** The committed state of every shard. */
  private final class OpenShards implements AutoCloseable {
    private final List<Directory> directories = new ArrayList<>();
    private final List<DirectoryReader> readers = new ArrayList<>();

    OpenShards() throws IOException {
      try {
        for (Path shard : shards) {
          IndexIntegrity.verifyBeforeReading(shard);
          Directory directory = FSDirectory.open(IndexFolder.lucene(shard));
          directories.add(directory);
          readers.add(open(shard, directory));
          requireUnlocked(shard, directory);
        }
      } catch (IOException | RuntimeException e) {
        close();
        throw e;
      }
    }

    /** Names the shard that another process is writing: Lucene locks it while it is merged. */
    private static void requireUnlocked(Path shard, Directory directory) {
      try (Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
        lock.ensureValid();
      } catch (IOException e) {
        throw IndexFolder.failure(shard, e);
      }
    }

    private static DirectoryReader open(Path shard, Directory directory) {
      try {
        return DirectoryReader.open(directory);
      } catch (IOException e) {
        throw IndexFolder.failure(shard, e);
      }
    }

    @Override
    public void close() throws IOException {
      for (DirectoryReader reader : readers) {
        reader.close();
      }
      for (Directory directory : directories) {
        directory.close();
      }
    }
  }

  private IndexManifest commonManifest() {
    IndexManifest first = IndexManifest.read(shards.getFirst(), analyzers);
    for (Path shard : shards) {
      IndexManifest manifest = IndexManifest.read(shard, analyzers);
      requireSame(shard, "model", first.model(), manifest.model());
      requireSame(shard, "passages", first.passages(), manifest.passages());
      requireSame(shard, "vectors", first.vectors(), manifest.vectors());
      requireSame(shard, "token vectors", first.tokenVectors(), manifest.tokenVectors());
      requireSame(shard, "weights of terms", first.sparse(), manifest.sparse());
      requireSame(shard, "positions of words", first.positions(), manifest.positions());
      requireSame(
          shard, "projected languages", first.projectedLanguages(), manifest.projectedLanguages());
      if (!IndexTranslationTables.stamps(shard).isEmpty()) {
        throw new IsoglossException(
            shard
                + ": has translation tables, expected none: merge indexes without tables, and add"
                + " the tables to the merged index");
      }
    }
    return first;
  }

  private void requireSame(Path shard, String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new IsoglossException(
          shard
              + ": cannot be merged with "
              + shards.getFirst()
              + ", because their "
              + what
              + " differ: found "
              + found
              + ", expected "
              + expected
              + "; index both parts with the same options");
    }
  }

  private FieldTypes commonTypes(List<DirectoryReader> readers) throws IOException {
    FieldTypes all = FieldTypes.NONE;
    for (int i = 0; i < readers.size(); i++) {
      FieldTypes types = FieldTypes.fromUserData(readers.get(i).getIndexCommit().getUserData());
      try {
        all = all.declared(types.types());
      } catch (IsoglossException e) {
        throw new IsoglossException(
            shards.get(i)
                + ": "
                + e.getMessage()
                + ". The parts of a collection have the same types if they are declared for each",
            e);
      }
    }
    return all;
  }

  private void requireDisjoint(List<DirectoryReader> readers) throws IOException {
    Optional<CommonDocuments.Found> common = CommonDocuments.find(readers);
    if (common.isPresent()) {
      throw new IsoglossException(
          "the document "
              + Excerpt.quote(common.get().documentId())
              + " is in "
              + shards.get(common.get().one())
              + " and in "
              + shards.get(common.get().other())
              + ": delete it from one of them before they are merged");
    }
  }
}
