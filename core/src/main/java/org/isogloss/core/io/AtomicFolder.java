// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.isogloss.core.IsoglossException;

/** Creates folders atomically: a reader finds the whole folder or no folder. */
public final class AtomicFolder {
  /** The content of a folder. */
  @FunctionalInterface
  public interface Content {
    /** Writes the whole content into an existing, empty folder. */
    void writeTo(Path folder) throws IOException;
  }

  private AtomicFolder() {}

  /**
   * Checks that a folder can be created. Call this before a long computation whose result goes into
   * the folder.
   *
   * @throws IsoglossException if the path exists and is neither an empty folder nor a link to one
   */
  public static void requireAbsentOrEmpty(Path folder) {
    if (!Files.exists(folder)) {
      if (Files.isSymbolicLink(folder)) {
        throw new IsoglossException(
            folder
                + ": is a link to a folder that does not exist: create that, or delete the link");
      }
      return;
    }
    boolean empty = false;
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        empty = files.findAny().isEmpty();
      } catch (IOException e) {
        throw FileErrors.cannotRead(folder, e);
      }
    }
    if (!empty) {
      throw new IsoglossException(
          folder + ": already exists: choose another folder, or delete this one");
    }
  }

  /**
   * Creates a folder under a temporary name, then renames it.
   *
   * @param folder must not exist or must be empty; missing parent folders are created
   * @throws IsoglossException if the folder exists and is not empty, or cannot be written; a partly
   *     written folder is deleted
   */
  public static void create(Path folder, Content content) {
    requireAbsentOrEmpty(folder);
    try {
      // A link stays: the folder that it leads to is replaced.
      Path target =
          Files.exists(folder) ? folder.toRealPath() : folder.toAbsolutePath().normalize();
      Files.createDirectories(target.getParent());
      String prefix = target.getFileName() + AtomicFile.UNFINISHED_SUFFIX;
      UnfinishedFolder.deleteAbandoned(target.getParent(), prefix);
      try (UnfinishedFolder unfinished = UnfinishedFolder.create(target.getParent(), prefix)) {
        Path complete = Files.createDirectory(unfinished.path().resolve("complete"));
        content.writeTo(complete);
        Files.deleteIfExists(target);
        Files.move(complete, target, StandardCopyOption.ATOMIC_MOVE);
      }
    } catch (IOException e) {
      throw new IsoglossException(folder + ": cannot be written: " + FileErrors.describe(e), e);
    }
  }
}
