// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.lucene.index.CodecReader;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.Lock;
import org.apache.lucene.store.LockObtainFailedException;
import org.isogloss.core.IsoglossException;

/**
 * Verifies the checksums of an index that may be damaged. Lucene verifies the checksums of large
 * files only when it merges them, so an altered byte can cause wrong scores or arbitrary exceptions
 * in a search.
 */
public final class IndexIntegrity {
  private IndexIntegrity() {}

  /**
   * Verifies an index if its last writer was not closed properly. The caller holds the lock.
   *
   * @throws IsoglossException if a checksum is wrong
   */
  public static void verifyBeforeWriting(Path folder, Directory directory) {
    if (Files.exists(marker(folder))) {
      verify(folder, directory);
    }
  }

  /**
   * Verifies an index before it is read, if its last writer was not closed properly. Nothing is
   * verified while another writer is active, because that writer has verified the index when it
   * opened it.
   *
   * @throws IsoglossException if a checksum is wrong
   */
  public static void verifyBeforeReading(Path folder) {
    if (!Files.exists(marker(folder))) {
      return;
    }
    try (Directory directory = FSDirectory.open(IndexFolder.lucene(folder))) {
      if (!DirectoryReader.indexExists(directory)) {
        return;
      }
      try (Lock lock = directory.obtainLock(IndexWriter.WRITE_LOCK_NAME)) {
        verify(folder, directory);
        lock.ensureValid();
        Files.deleteIfExists(marker(folder));
      } catch (LockObtainFailedException e) {
        // Another writer is active.
      } catch (IOException e) {
        // The folder is read-only, so the marker cannot be removed.
        verify(folder, directory);
      }
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    }
  }

  private static Path marker(Path folder) {
    return folder.resolve(IndexFolder.WRITING_MARKER);
  }

  private static void verify(Path folder, Directory directory) {
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      verify(folder, reader);
    } catch (IOException | RuntimeException e) {
      throw failure(folder, e);
    }
  }

  /**
   * Runs an action that reads an open index. Lucene does not verify checksums while reading, so
   * damaged files can cause arbitrary exceptions. If the action fails, the checksums are verified.
   *
   * @throws IsoglossException if the files cannot be read or are damaged
   */
  public static <T> T read(Path folder, IndexReader reader, IoSupplier<T> action) {
    try {
      return action.get();
    } catch (IOException e) {
      throw IndexFolder.failure(folder, e);
    } catch (IsoglossException | IndexSearcher.TooManyClauses e) {
      throw e; // About the request, not the files.
    } catch (RuntimeException | AssertionError | OutOfMemoryError e) {
      verify(folder, reader);
      throw e;
    }
  }

  /**
   * Verifies the checksums of all files of a commit.
   *
   * @throws IsoglossException if one is wrong
   */
  public static void verify(Path folder, IndexReader reader) {
    try {
      for (LeafReaderContext leaf : reader.leaves()) {
        if (leaf.reader() instanceof CodecReader segment) {
          segment.checkIntegrity();
        }
      }
    } catch (IOException | RuntimeException e) {
      throw failure(folder, e);
    }
  }

  private static IsoglossException failure(Path folder, Exception e) {
    return switch (e) {
      case IsoglossException reported -> reported;
      case IOException io -> IndexFolder.failure(folder, io);
      default -> IndexFolder.damaged(folder, e);
    };
  }
}
