// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.AlreadyClosedException;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.IOUtils;
import org.isogloss.api.field.FieldTypes;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.metadata.Metadata;
import org.isogloss.data.LanguagePair;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.EncodedPassage;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.IndexIntegrity;
import org.isogloss.search.index.IndexTranslationTables;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.index.TermProjection;
import org.isogloss.search.links.LinkStorage;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.storage.IndexLockedException;
import org.isogloss.search.vector.LanguageMeanEstimator;
import org.isogloss.search.vector.QuerySample;
import org.isogloss.search.writer.IndexCounts;
import org.isogloss.search.writer.IndexWriteSession;
import org.isogloss.search.writer.SyncStorage;

/**
 * The folder of an index, opened for exclusive writing by this process.
 *
 * <p>Lucene's write lock is acquired before anything is written. A new index exists only after its
 * first commit: the manifest is written just before this commit, and is ignored without a commit.
 * If a new index is closed without a commit, its files are removed.
 *
 * <p>While the index is open, the folder contains the file {@value IndexFolder#WRITING_MARKER}. If
 * the file is found later, a writer was not closed properly, and the index is verified before its
 * next use.
 */
public final class LuceneWriteSession implements IndexWriteSession {
  /** Half of Lucene's default, because each segment has its own HNSW graphs to search. */
  private static final double SEGMENTS_PER_TIER = 4;

  private static final int MAX_ATTEMPTS = 10;
  private static final double MIN_BUFFER_MEGABYTES = 16;
  private static final double MAX_BUFFER_MEGABYTES = 128;

  /** An action that can fail with an I/O error. */
  @FunctionalInterface
  private interface Attempt<T> {
    T run() throws IOException;
  }

  private final Path folder;
  private final boolean folderCreated;
  private final Directory directory;
  private final LanguageAnalyzers analyzers;
  private final SegmentMergeScheduler merges = new SegmentMergeScheduler();
  private final IndexWriter writer;
  private final IndexManifest manifest;
  private QuerySample queries = QuerySample.EMPTY;
  private boolean hasCommit;
  private volatile boolean broken;
  private boolean closed;

  private LuceneWriteSession(
      Path folder,
      boolean folderCreated,
      LanguageAnalyzers analyzers,
      IndexManifest newManifest,
      Consumer<IndexManifest> requirements)
      throws IOException {
    this.analyzers = analyzers;
    this.folder = folder;
    this.folderCreated = folderCreated;
    this.directory = FSDirectory.open(IndexFolder.lucene(folder));
    try {
      this.writer =
          new IndexWriter(
              directory,
              // The manifest is known only after the writer has acquired the lock.
              config(this::analyzers)
                  .setMergeScheduler(merges)
                  .setCodec(new PassageCodec(() -> manifest().vectors().quantization())));
      try {
        // The previous holder of the lock may have removed the folder including the lock file.
        if (!Files.exists(IndexFolder.lucene(folder).resolve(IndexWriter.WRITE_LOCK_NAME))) {
          throw new NoSuchFileException("the write lock was removed");
        }
        hasCommit = DirectoryReader.indexExists(directory);
        // Another process may have created the index since the check.
        manifest = hasCommit ? IndexManifest.read(folder, analyzers) : newManifest;
        requirements.accept(manifest);
        if (hasCommit) {
          IndexIntegrity.verifyBeforeWriting(folder, directory);
          queries = QuerySample.fromUserData(userData());
        } else {
          IndexFolder.removeUncommitted(folder);
        }
        Files.write(folder.resolve(IndexFolder.WRITING_MARKER), new byte[0]);
        IOUtils.fsync(folder, /* isDir= */ true);
      } catch (IOException | RuntimeException e) {
        writer.rollback();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      directory.close();
      throw e;
    }
  }

  private static IndexWriterConfig config(Supplier<LanguageAnalyzers> analyzers) {
    double bufferMegabytes =
        Math.clamp(
            Runtime.getRuntime().maxMemory() / 8.0 / (1 << 20),
            MIN_BUFFER_MEGABYTES,
            MAX_BUFFER_MEGABYTES);
    return new IndexWriterConfig(PassageFields.analyzer(analyzers))
        .setSimilarity(new PassageLengthSimilarity())
        .setRAMBufferSizeMB(bufferMegabytes)
        .setMergePolicy(new TieredMergePolicy().setSegmentsPerTier(SEGMENTS_PER_TIER))
        .setCommitOnClose(false);
  }

  /**
   * Opens an index, or prepares a new one.
   *
   * @param folder the folder of the index
   * @param analyzers the analyzers of the index
   * @param newManifest the manifest of a new index
   * @param requirements throws if the manifest of the index is not acceptable
   * @throws IndexLockedException if another process is writing the index
   * @throws IsoglossException if the folder contains other files, or it cannot be written
   */
  public static LuceneWriteSession open(
      Path folder,
      LanguageAnalyzers analyzers,
      IndexManifest newManifest,
      Consumer<IndexManifest> requirements) {
    if (!IndexFolder.canCreateIndex(folder)) {
      IndexFolder.requireIndex(folder);
      requirements.accept(IndexManifest.read(folder, analyzers));
    }
    boolean folderCreated = !Files.exists(folder);
    try {
      for (int attempt = 1; ; attempt++) {
        IndexFolder.createFolders(folder);
        try {
          return new LuceneWriteSession(
              folder, folderCreated, analyzers, newManifest, requirements);
        } catch (NoSuchFileException e) {
          // Another first writer failed and removed the folder in the meantime.
          if (attempt == MAX_ATTEMPTS) {
            throw e;
          }
        }
      }
    } catch (LockObtainFailedException e) {
      throw new IndexLockedException(IndexFolder.failure(folder, e).getMessage(), e);
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    } catch (IllegalArgumentException e) {
      throw IndexFolder.damaged(folder, e);
    }
  }

  /** The analyzers with the rules of the index. */
  private LanguageAnalyzers analyzers() {
    return analyzers.withRules(manifest().rules());
  }

  @Override
  public IndexManifest manifest() {
    return manifest;
  }

  @Override
  public boolean isOpen() {
    return !broken && writer.isOpen();
  }

  @Override
  public IndexTranslationTables tables() {
    return IndexTranslationTables.open(folder);
  }

  @Override
  public LanguagePair addTable(Path file) {
    boolean fixed = !manifest.projectedLanguages().isEmpty() && writer.getDocStats().maxDoc > 0;
    return IndexTranslationTables.add(folder, file, fixed, analyzers());
  }

  /** Runs an action; after an I/O error the index is verified before its next use. */
  private <T> T attempt(Attempt<T> action) {
    try {
      return action.run();
    } catch (IOException e) {
      broken = true;
      throw IndexFolder.failure(folder, e);
    } catch (AlreadyClosedException e) {
      // The writer closes itself after an I/O error in a background thread.
      if (e.getCause() instanceof IOException cause) {
        broken = true;
        throw IndexFolder.failure(folder, cause);
      }
      throw e;
    }
  }

  @Override
  public void replace(
      List<EncodedPassage> passages,
      Metadata metadata,
      FieldTypes types,
      TermProjection projection,
      long run) {
    String id = passages.getFirst().passage().documentId();
    attempt(
        () ->
            writer.updateDocuments(
                PassageFields.idTerm(id),
                PassageFields.toDocuments(
                    passages, metadata, types, projection, manifest.positions(), run)));
  }

  /** Adds all documents of other indexes with other ids, without analysing them again. */
  public void addIndexes(Collection<Directory> indexes) {
    attempt(() -> writer.addIndexes(indexes.toArray(Directory[]::new)));
  }

  @Override
  public void delete(Collection<String> documentIds) {
    Term[] terms = documentIds.stream().map(PassageFields::idTerm).toArray(Term[]::new);
    attempt(() -> writer.deleteDocuments(terms));
  }

  @Override
  public <T> T count(Function<IndexCounts, T> function) {
    return attempt(
        () -> {
          try (DirectoryReader reader = DirectoryReader.open(writer)) {
            return function.apply(new LuceneCounts(folder, reader));
          }
        });
  }

  @Override
  public Optional<SyncStorage> syncStorage() {
    return Optional.of(new DocumentRuns(folder, writer));
  }

  @Override
  public LinkStorage linkStorage() {
    return new LuceneLinkStorage(folder, directory);
  }

  @Override
  public boolean hasCommit() {
    return hasCommit;
  }

  @Override
  public Map<String, String> userData() {
    Map<String, String> userData = new HashMap<>();
    Iterable<Map.Entry<String, String>> live = writer.getLiveCommitData();
    if (live != null) {
      live.forEach(entry -> userData.put(entry.getKey(), entry.getValue()));
    }
    return userData;
  }

  @Override
  public synchronized void addQueries(QuerySample added) {
    queries = queries.with(added);
  }

  private synchronized QuerySample queries() {
    return queries;
  }

  @Override
  public void commit(IndexingCheckpoint checkpoint, FieldTypes types) {
    attempt(
        () -> {
          commitAll(checkpoint, types);
          return true;
        });
  }

  /** Commits the changes with a checkpoint, the types of fields and the mean vectors. */
  private void commitAll(IndexingCheckpoint checkpoint, FieldTypes types) throws IOException {
    if (!hasCommit) {
      IndexManifestJson.write(folder, manifest);
      IOUtils.fsync(folder, /* isDir= */ true);
    }
    Map<String, String> userData = new HashMap<>(checkpoint.userData());
    userData.putAll(types.userData());
    userData.putAll(queries().userData());
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      userData.putAll(LanguageMeanEstimator.estimate(reader).userData());
    }
    writer.setLiveCommitData(userData.entrySet());
    writer.commit();
    hasCommit = true;
  }

  @Override
  public void mergeSerially() {
    merges.mergeSerially();
  }

  /** Waits for merges and commits their result, because fewer segments are faster to search. */
  @Override
  public void awaitMerges() {
    merges.sync();
    attempt(writer::commit);
  }

  /** A new index without a commit is removed. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      release();
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
  }

  private void release() throws IOException {
    try (directory) {
      try {
        if (hasCommit && !broken) {
          Files.deleteIfExists(folder.resolve(IndexFolder.WRITING_MARKER));
        }
      } finally {
        writer.rollback();
      }
      if (!hasCommit) {
        removeAll();
      }
    }
  }

  private void removeAll() throws IOException {
    try (Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
      if (DirectoryReader.indexExists(directory)) {
        return; // Another process acquired the lock first, created the index and finished.
      }
      lock.ensureValid();
      IndexFolder.removeUncommitted(folder);
      for (String file : directory.listAll()) {
        directory.deleteFile(file);
      }
      IndexFolder.removeFolders(folder, folderCreated);
    } catch (LockObtainFailedException | NoSuchFileException e) {
      // Another process is creating the index, or has removed it.
    }
  }
}
