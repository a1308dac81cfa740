package org.isogloss.search.index;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Optional;
import org.isogloss.core.io.FileErrors;

/**
 * Whether a file that is always replaced as a whole is still the same one: its key in the file
 * system, size and time of change.
 *
 * @param attributes empty if there is no such file
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
