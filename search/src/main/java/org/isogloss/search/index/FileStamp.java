// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.isogloss.core.io.FileErrors;

/**
 * Identifies the current version of a file that is always replaced as a whole, by its file key,
 * size and modification time.
 *
 * @param file the file
 * @param attributes its attributes; empty if the file does not exist
 */
public record FileStamp(Path file, Optional<String> attributes) {
  public static FileStamp of(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileStamp(
          file, Optional.of(found.fileKey() + " " + found.size() + " " + found.lastModifiedTime()));
    } catch (NoSuchFileException e) {
      return new FileStamp(file, Optional.empty());
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }
}
