package org.isogloss.core.io;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;

/** Writes a whole file so that a reader finds the old one or the new one, never half of one. */
public final class AtomicFile {
  /** The end of the name of a file that is not complete yet. */
  public static final String UNFINISHED_SUFFIX = ".unfinished";

  /** What goes into a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it. */
    void writeTo(OutputStream out) throws IOException;
  }

  private AtomicFile() {}

  /**
   * Writes a file as {@link OutputFile} does.
   *
   * @param file a path, or {@code -} for standard output
   * @throws IsoglossException if it cannot be written; a regular file is then as it was before
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
