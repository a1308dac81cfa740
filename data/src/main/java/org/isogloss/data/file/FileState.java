// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.isogloss.core.io.FileErrors;
import org.isogloss.data.FormatException;
import org.isogloss.data.MalformedRecordException;

/**
 * The attributes of a file that change if another program writes it, or puts another file in its
 * place.
 *
 * @param key identifies the file; empty if the file system has no identifiers
 */
record FileState(long size, FileTime modified, Optional<Object> key) {
  /**
   * The present state of a file.
   *
   * @throws FormatException if it is missing or not accessible
   */
  static FileState of(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return new FileState(
          found.size(), found.lastModifiedTime(), Optional.ofNullable(found.fileKey()));
    } catch (IOException e) {
      throw new FormatException(file, 0, FileErrors.readFailure(file, e));
    }
  }

  /**
   * Checks that a file is still in this state.
   *
   * @throws MalformedRecordException if it is in another one
   * @throws FormatException if it is missing or not accessible now
   */
  void requireSame(Path file) throws MalformedRecordException {
    if (!of(file).equals(this)) {
      throw new MalformedRecordException(
          "was changed by another program while it was read: read it again when it is complete");
    }
  }
}
