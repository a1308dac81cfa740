// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Repairs a text file whose writer was killed while it appended a line. */
public final class IncompleteLastLine {
  private IncompleteLastLine() {}

  /**
   * Truncates a file after its last line feed, so that the next line begins at the start of a line.
   */
  public static void remove(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer last = ByteBuffer.allocate(1);
      long end = channel.size();
      while (end > 0 && channel.read(last.clear(), end - 1) == 1 && last.get(0) != '\n') {
        end--;
      }
      channel.truncate(end);
    }
  }
}
