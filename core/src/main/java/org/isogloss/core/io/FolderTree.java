// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.concurrent.atomic.AtomicLong;
import org.isogloss.core.IsoglossException;

/** A folder with everything in it. */
public final class FolderTree {
  private FolderTree() {}

  /**
   * Deletes a folder and its contents, if it exists. A symbolic link is deleted, not its target.
   *
   * @throws IsoglossException if a file or folder cannot be deleted; the files deleted before it
   *     are lost
   */
  public static void deleteIfExists(Path folder) {
    if (!Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try {
      Files.walkFileTree(folder, new Deletion());
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be deleted: " + FileErrors.describe(e), e);
    }
  }

  /**
   * Returns the total size of the regular files in a folder, in bytes, or the size of a file. A
   * symbolic link in the folder is not counted, because its target can be outside.
   *
   * @throws IsoglossException if the folder cannot be read
   */
  public static long size(Path folder) {
    AtomicLong size = new AtomicLong();
    try {
      Files.walkFileTree(
          folder.toRealPath(),
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              size.addAndGet(attributes.isRegularFile() ? attributes.size() : 0);
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw FileErrors.cannotRead(folder, e);
    }
    return size.get();
  }

  private static final class Deletion extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path visited, IOException exception)
        throws IOException {
      if (exception != null) {
        throw exception;
      }
      Files.delete(visited);
      return FileVisitResult.CONTINUE;
    }
  }
}
