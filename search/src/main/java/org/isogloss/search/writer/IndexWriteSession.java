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
import org.isogloss.search.vector.LanguageMeanEstimator;

/**
 * The folder of an index, opened for writing by this process alone.
 *
 * <p>Lucene's write lock is taken before anything is written. A new index begins to exist with its
 * first commit: the manifest is written just before it, and a manifest without a commit means
 * nothing. If a new index is closed without a commit, what was written is removed.
 *
 * <p>While the index is open the folder holds the file {@value IndexFolder#WRITING_MARKER}. If it
 * is found later, a writer did not end properly, and the index is verified before it is used.
 */
public final class IndexWriteSession implements AutoCloseable {
  /** Half of Lucene's default: each segment has graphs of its own to search. */
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
        // The holder of the lock before this one may have removed the file, and the lock with it.
        if (!Files.exists(IndexFolder.lucene(folder).resolve(IndexWriter.WRITE_LOCK_NAME))) {
          throw new NoSuchFileException("the write lock was removed");
        }
        hasCommit = DirectoryReader.indexExists(directory);
        // Another process may have made the index since this one looked.
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
   * @param bufferMegabytes megabytes that Lucene may fill before it writes a segment
   * @param analyzers that read its text
   * @param newManifest the manifest of a new index
   * @param requirements throws if the manifest of the index is not acceptable
   * @throws IsoglossException if another process is writing the index, the folder holds something
   *     else, or it cannot be written
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
    boolean folderMade = !Files.exists(folder);
    try {
      for (int attempt = 1; ; attempt++) {
        IndexFolder.createFolders(folder);
        try {
          return new IndexWriteSession(
              folder, folderMade, bufferMegabytes, analyzers, newManifest, requirements);
        } catch (NoSuchFileException e) {
          // Another first writer, which failed, removed the folder between two steps of this one.
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

  /** Commits what the writer holds, with a checkpoint and the means of the vectors. */
  public void commit(IndexingCheckpoint checkpoint) throws IOException {
    if (!hasCommit) {
      IndexManifestJson.write(folder, manifest);
    }
    Map<String, String> userData = new HashMap<>(checkpoint.userData());
    try (DirectoryReader reader = DirectoryReader.open(writer)) {
      userData.putAll(LanguageMeanEstimator.estimate(reader).userData());
    }
    writer.setLiveCommitData(userData.entrySet());
    writer.commit();
    hasCommit = true;
  }

  /** Waits for merges and commits their result: fewer segments are searched faster. */
  public void awaitMerges() throws IOException {
    if (writer.getConfig().getMergeScheduler() instanceof ConcurrentMergeScheduler merges) {
      merges.sync();
      writer.commit();
    }
  }

  /** Has the index verified before it is used again: reading or writing its files failed. */
  public void broken() {
    broken = true;
  }

  /** Releases the index. What was not committed is lost. Closing twice does nothing. */
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
        return; // Another process got the lock first, made the index and ended.
      }
      lock.ensureValid();
      IndexFolder.removeUncommitted(folder);
      for (String file : directory.listAll()) {
        directory.deleteFile(file);
      }
      IndexFolder.removeFolders(folder, folderCreated);
    } catch (LockObtainFailedException | NoSuchFileException e) {
      // Another process makes the index now, or has removed it.
    }
  }
}
