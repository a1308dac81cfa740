// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A folder that exists while another one is written. It contains a locked file; the system releases
 * the lock if the process is killed, so that a later process recognises the folder as abandoned.
 */
final class UnfinishedFolder implements Closeable {
  private static final String LOCK = "lock";

  /** After this time, a folder without the file is one of an earlier version. */
  private static final Duration WITHOUT_LOCK = Duration.ofMinutes(1);

  private final Path path;
  private final FileChannel lock;

  private UnfinishedFolder(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /**
   * Creates a folder.
   *
   * @param prefix the beginning of its name
   */
  static UnfinishedFolder create(Path parent, String prefix) throws IOException {
    Path path = Files.createTempDirectory(parent, prefix);
    FileChannel lock =
        FileChannel.open(
            path.resolve(LOCK), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    tryLock(lock);
    return new UnfinishedFolder(path, lock);
  }

  /** Takes a lock; empty if another process has it, or the file system has no locks. */
  private static Optional<FileLock> tryLock(FileChannel file) {
    try {
      return Optional.ofNullable(file.tryLock());
    } catch (IOException | OverlappingFileLockException e) {
      return Optional.empty();
    }
  }

  Path path() {
    return path;
  }

  /** Deletes the folders whose processes were killed. */
  static void deleteAbandoned(Path parent, String prefix) throws IOException {
    try (DirectoryStream<Path> folders =
        Files.newDirectoryStream(parent, entry -> name(entry).startsWith(prefix))) {
      for (Path folder : folders) {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)
            && name(folder).substring(prefix.length()).matches("\\d+")
            && isAbandoned(folder)) {
          FolderTree.deleteIfExists(folder);
        }
      }
    }
  }

  private static String name(Path path) {
    return path.getFileName().toString();
  }

  private static boolean isAbandoned(Path folder) {
    Path lock = folder.resolve(LOCK);
    try {
      if (!Files.exists(lock)) {
        Instant written = Files.getLastModifiedTime(folder).toInstant();
        return written.isBefore(Instant.now().minus(WITHOUT_LOCK));
      }
      try (FileChannel file = FileChannel.open(lock, StandardOpenOption.WRITE)) {
        return tryLock(file).isPresent();
      }
    } catch (IOException e) {
      return false; // Another user's, or just deleted.
    }
  }

  @Override
  public void close() throws IOException {
    lock.close();
    FolderTree.deleteIfExists(path);
  }
}
