// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.writer;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.lucene.index.ConcurrentMergeScheduler;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.TieredMergePolicy;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.apache.lucene.util.IOUtils;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.analysis.LanguageAnalyzers;
import org.isogloss.search.index.IndexFolder;
import org.isogloss.search.index.IndexIntegrity;
import org.isogloss.search.index.IndexingCheckpoint;
import org.isogloss.search.index.PassageFields;
import org.isogloss.search.manifest.IndexManifest;
import org.isogloss.search.manifest.IndexManifestJson;
import org.isogloss.search.metadata.FieldTypes;
import org.isogloss.search.vector.LanguageMeanEstimator;

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
public final class IndexWriteSession implements AutoCloseable {
  /** Half of Lucene's default, because each segment has its own HNSW graphs to search. */
  private static final double SEGMENTS_PER_TIER = 4;

  private static final int MAX_ATTEMPTS = 10;

  private final Path folder;
  private final boolean folderCreated;
  private final Directory directory;
  private final IndexWriter writer;
  private final IndexManifest manifest;
  private boolean hasCommit;
  private boolean broken;
  private boolean closed;

  private IndexWriteSession(
      Path folder,
      boolean folderCreated,
      double bufferMegabytes,
      LanguageAnalyzers analyzers,
      IndexManifest newManifest,
      Consumer<IndexManifest> requirements)
      throws IOException {
    this.folder = folder;
    this.folderCreated = folderCreated;
    this.directory = FSDirectory.open(IndexFolder.lucene(folder));
    try {
      this.writer = new IndexWriter(directory, config(bufferMegabytes, analyzers));
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

  private static IndexWriterConfig config(double bufferMegabytes, LanguageAnalyzers analyzers) {
    return new IndexWriterConfig(PassageFields.analyzer(analyzers))
        .setSimilarity(new PassageLengthSimilarity())
        .setRAMBufferSizeMB(bufferMegabytes)
        .setMergeScheduler(new BackgroundMergeScheduler())
        .setMergePolicy(new TieredMergePolicy().setSegmentsPerTier(SEGMENTS_PER_TIER))
        .setCommitOnClose(false);
  }

  /**
   * Opens an index, or prepares a new one.
   *
   * @param folder the folder of the index
   * @param bufferMegabytes size of Lucene's buffer in megabytes; a full buffer is written as a
   *     segment
   * @param analyzers the analyzers of the index
   * @param newManifest the manifest of a new index
   * @param requirements throws if the manifest of the index is not acceptable
   * @throws IsoglossException if another process is writing the index, the folder contains other
   *     files, or it cannot be written
   */
  public static IndexWriteSession open(
      Path folder,
      double bufferMegabytes,
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
          return new IndexWriteSession(
              folder, folderCreated, bufferMegabytes, analyzers, newManifest, requirements);
        } catch (NoSuchFileException e) {
          // Another first writer failed and removed the folder in the meantime.
          if (attempt == MAX_ATTEMPTS) {
            throw e;
          }
        }
      }
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    } catch (IllegalArgumentException e) {
      throw IndexFolder.damaged(folder, e);
    }
  }

  public IndexManifest manifest() {
    return manifest;
  }

  public IndexWriter writer() {
    return writer;
  }

  /** Whether there is a commit. */
  public boolean hasCommit() {
    return hasCommit;
  }

  /** The user data of the last commit; empty if there is none. */
  public Map<String, String> userData() {
    Map<String, String> userData = new HashMap<>();
    Iterable<Map.Entry<String, String>> live = writer.getLiveCommitData();
    if (live != null) {
      live.forEach(entry -> userData.put(entry.getKey(), entry.getValue()));
    }
    return userData;
  }

  /** Commits the changes with a checkpoint, the types of fields and the mean vectors. */
  public void commit(IndexingCheckpoint checkpoint, FieldTypes types) throws IOException {
    if (!hasCommit) {
      IndexManifestJson.write(folder, manifest);
    }
    Map<String, String> userData = new HashMap<>(checkpoint.userData());
    userData.putAll(types.userData());
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      userData.putAll(LanguageMeanEstimator.estimate(reader).userData());
    }
    writer.setLiveCommitData(userData.entrySet());
    writer.commit();
    hasCommit = true;
  }

  /** Waits for merges and commits their result, because fewer segments are faster to search. */
  public void awaitMerges() throws IOException {
    if (writer.getConfig().getMergeScheduler() instanceof ConcurrentMergeScheduler merges) {
      merges.sync();
      writer.commit();
    }
  }

  /** Reports an I/O error, so that the index is verified before its next use. */
  public void broken() {
    broken = true;
  }

  /** Releases the index and discards uncommitted changes. Closing twice has no effect. */
  @Override
  public void close() throws IOException {
    if (closed) {
      return;
    }
    closed = true;
    try (directory) {
      if (hasCommit && !broken) {
        Files.deleteIfExists(folder.resolve(IndexFolder.WRITING_MARKER));
      }
      writer.rollback();
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
