// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.corpus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.isogloss.core.IsoglossException;

/** A file to which bytes are only appended, and which tracks its {@link FileExtent}. */
final class AppendOnlyFile implements AutoCloseable {
  private final FileChannel channel;
  private final CRC32C checksum;
  private long bytes;

  private AppendOnlyFile(FileChannel channel, CRC32C checksum, long bytes) {
    this.channel = channel;
    this.checksum = checksum;
    this.bytes = bytes;
  }

  /**
   * Opens a file for appending. A missing file is created if {@code kept} is empty.
   *
   * @param file the file
   * @param kept the prefix of the file to keep; the rest is truncated
   * @throws IsoglossException if the file does not start with this prefix
   */
  static AppendOnlyFile open(Path file, FileExtent kept) throws IOException {
    CRC32C checksum = kept.verifyPrefixOf(file);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      channel.truncate(kept.bytes());
      channel.position(kept.bytes());
      return new AppendOnlyFile(channel, checksum, kept.bytes());
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  void write(ByteBuffer added) throws IOException {
    checksum.update(added.duplicate());
    bytes += added.remaining();
    while (added.hasRemaining()) {
      channel.write(added);
    }
  }

  /** The extent of the whole file: the kept prefix and all bytes written since. */
  FileExtent extent() {
    return new FileExtent(bytes, checksum.getValue());
  }

  /** Forces all bytes to disk. */
  void force() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
