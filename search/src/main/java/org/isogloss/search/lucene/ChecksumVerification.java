// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.lucene;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.codecs.CodecUtil;
import org.apache.lucene.index.IndexCommit;
import org.apache.lucene.store.Directory;
import org.apache.lucene.store.FSDirectory;
import org.apache.lucene.store.IOContext;
import org.apache.lucene.store.IndexInput;
import org.isogloss.core.IsoglossException;
import org.isogloss.search.index.FileStamp;
import org.isogloss.search.index.IndexFolder;

/**
 * Verifies the checksums of the files of a commit, because Lucene does not verify those of large
 * files when it opens them, and an altered byte can change scores without any exception. A process
 * verifies each file once. Small files are verified immediately, large ones in the background.
 */
final class ChecksumVerification {
  /** Maximum number of bytes to verify immediately, which takes a few milliseconds. */
  private static final long MAX_BYTES_AT_ONCE = 4 << 20;

  /** The verified files of each index that this process has opened. */
  private static final Map<Path, Set<FileStamp>> VERIFIED = new ConcurrentHashMap<>();

  private final Path folder;
  private final Collection<String> files;
  private final CountDownLatch ended = new CountDownLatch(1);
  private volatile IOException damage;

  /**
   * Creates the verification of a commit.
   *
   * @param folder folder of the index
   */
  ChecksumVerification(Path folder, IndexCommit commit) throws IOException {
    this.folder = folder;
    this.files = List.copyOf(commit.getFileNames());
  }

  /**
   * Verifies the files, in the background if they are large.
   *
   * @throws IOException if the files are small, and a checksum is wrong
   */
  void begin() throws IOException {
    if (isLarge()) {
      beginInBackground();
      return;
    }
    run();
    if (damage != null) {
      throw damage;
    }
  }

  /**
   * Verifies the files in the background, so that users of an earlier commit stop using damaged
   * files that both commits share.
   */
  void beginInBackground() {
    Thread.ofPlatform().daemon().name("isogloss-verify").start(this::run);
  }

  private boolean isLarge() {
    long bytes = 0;
    for (String name : files) {
      bytes += IndexFolder.lucene(folder).resolve(name).toFile().length();
      if (bytes > MAX_BYTES_AT_ONCE) {
        return true;
      }
    }
    return false;
  }

  private void run() {
    Set<FileStamp> verified =
        VERIFIED.computeIfAbsent(
            folder.toAbsolutePath().normalize(), index -> ConcurrentHashMap.newKeySet());
    Set<FileStamp> present = new HashSet<>();
    try (Directory directory = FSDirectory.open(IndexFolder.lucene(folder))) {
      for (String name : files) {
        FileStamp stamp = FileStamp.of(IndexFolder.lucene(folder).resolve(name));
        present.add(stamp);
        if (!verified.contains(stamp)) {
          verify(directory, name);
          verified.add(stamp);
        }
      }
      verified.retainAll(present);
    } catch (IOException e) {
      damage = e;
    } finally {
      ended.countDown();
    }
  }

  private static void verify(Directory directory, String name) throws IOException {
    try (IndexInput input = directory.openInput(name, IOContext.READONCE)) {
      CodecUtil.checksumEntireFile(input);
    } catch (NoSuchFileException e) {
      // A writer has removed the commit in the meantime; the next one is verified when it is read.
    }
  }

  /**
   * Waits until the files are verified.
   *
   * @param limit the longest time to wait
   * @throws IsoglossException if a checksum is known to be wrong
   */
  void requireIntact(Duration limit) {
    try {
      if (limit.isPositive()) {
        ended.await(limit.toNanos(), TimeUnit.NANOSECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    requireIntact();
  }

  /** Throws an {@link IsoglossException} if a checksum is known to be wrong. */
  void requireIntact() {
    IOException found = damage;
    if (found != null) {
      throw IndexFolder.failure(folder, found);
    }
  }
}
