// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;

/**
 * The exclusive right to train in a work folder: a lock on the file {@value #FILE}, which contains
 * the id of the process. The system releases the lock of a process that ends; the file remains.
 */
final class WorkFolderLock implements AutoCloseable {
  static final String FILE = "training.lock";

  /** Far after the process id, because some systems do not let others read locked bytes. */
  private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

  private final FileChannel channel;

  private WorkFolderLock(FileChannel channel) {
    this.channel = channel;
  }

  /**
   * Locks a folder, which is created if it does not exist.
   *
   * @throws TrainingException if another training uses the folder
   * @throws IsoglossException if the folder cannot be written
   */
  static WorkFolderLock acquire(Path folder) {
    Path file = folder.resolve(FILE);
    try {
      Files.createDirectories(folder);
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      try {
        if (!tryLock(channel)) {
          throw inUse(folder, file);
        }
        byte[] process = (ProcessHandle.current().pid() + "\n").getBytes(StandardCharsets.US_ASCII);
        channel.truncate(0).write(ByteBuffer.wrap(process));
        return new WorkFolderLock(channel);
      } catch (IOException | RuntimeException e) {
        channel.close();
        throw e;
      }
    } catch (IOException e) {
      throw FileErrors.cannotWrite(file, e);
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      FileLock lock = channel.tryLock(LOCKED_BYTE, 1, /* shared= */ false);
      return lock != null;
    } catch (OverlappingFileLockException e) {
      return false; // Held by this process.
    }
  }

  private static TrainingException inUse(Path folder, Path file) throws IOException {
    return new TrainingException(
        folder
            + ": another training, of the process "
            + Files.readString(file).strip()
            + ", uses this work folder; wait until it ends, or use another folder");
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      // The lock ends with the process at the latest.
    }
  }
}
