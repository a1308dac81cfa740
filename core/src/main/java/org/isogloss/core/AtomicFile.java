package org.isogloss.core;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/** Writes files so that a reader finds the old one or the new one, never half of one. */
public final class AtomicFile {
  /** What the name of a file has behind it until it is whole. */
  public static final String UNFINISHED = ".unfinished";

  private static final int BUFFER = 1 << 16;

  /** What goes into a file. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it. */
    void writeTo(OutputStream out) throws IOException;
  }

  private AtomicFile() {}

  /**
   * Writes a file beside its place, then moves it there.
   *
   * @throws IsoglossException if it cannot be written; its place is as it was
   */
  public static void write(Path file, Content content) {
    Path unfinished = file.resolveSibling(file.getFileName() + UNFINISHED);
    try {
      try (FileChannel channel =
              FileChannel.open(
                  unfinished,
                  StandardOpenOption.CREATE,
                  StandardOpenOption.TRUNCATE_EXISTING,
                  StandardOpenOption.WRITE);
          OutputStream out = new BufferedOutputStream(Channels.newOutputStream(channel), BUFFER)) {
        content.writeTo(out);
        out.flush();
        channel.force(true);
      }
      Files.move(
          unfinished, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new IsoglossException(file + ": cannot be written: " + e.getMessage(), e);
    } finally {
      try {
        Files.deleteIfExists(unfinished);
      } catch (IOException e) {
        // What stands in the way of deleting it has been reported as the reason for not writing.
        unfinished.toFile().deleteOnExit();
      }
    }
  }
}
