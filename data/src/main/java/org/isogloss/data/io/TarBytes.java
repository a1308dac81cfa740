// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import org.isogloss.data.FormatException;

/**
 * The decompressed bytes of a tar archive, bounded in all, and bounded in what the header of a
 * member may take: its long names and attributes are read into memory.
 */
final class TarBytes extends FilterInputStream {
  private static final int MAX_HEADER_BYTES = 1 << 20;

  private final Path archive;
  private long remaining;
  private long headerEnd = Long.MIN_VALUE;

  /**
   * Creates a stream.
   *
   * @param capacity maximum number of bytes
   */
  TarBytes(Path archive, InputStream in, long capacity) {
    super(in);
    this.archive = archive;
    this.remaining = capacity;
  }

  void beginHeader() {
    headerEnd = remaining - MAX_HEADER_BYTES;
  }

  void endHeader() {
    headerEnd = Long.MIN_VALUE;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int read = super.read(bytes, offset, length);
    remaining -= Math.max(0, read);
    if (remaining < headerEnd) {
      throw new FormatException(
          archive, 0, "has a name or attributes of more than 1 MiB: pack it again");
    }
    if (remaining < 0) {
      throw ArchiveFiles.tooLarge(archive);
    }
    return read;
  }

  @Override
  public long skip(long count) throws IOException {
    return Math.max(0, read(new byte[(int) Math.min(count, 1 << 16)]));
  }
}
