// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/**
 * Writes a file atomically: a reader finds the old content or the new content, never a part of it.
 */
public final class AtomicFile {
  /** Suffix of the name of a file or folder that is not complete yet. */
  public static final String UNFINISHED_SUFFIX = ".unfinished";

  /** The content of a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes the whole content. */
    void writeTo(OutputStream out) throws IOException;
  }

  private AtomicFile() {}

  /**
   * Writes a file as {@link OutputFile} does.
   *
   * @param file a path, or {@code -} for standard output
   * @throws IsoglossException if the file cannot be written; a regular file is then left unchanged
   */
  public static void write(Path file, Content content) {
    try (OutputFile output = OutputFile.open(file)) {
      try {
        content.writeTo(output.stream());
      } catch (IOException e) {
        throw output.failure(e);
      }
      output.commit();
    }
  }
}
