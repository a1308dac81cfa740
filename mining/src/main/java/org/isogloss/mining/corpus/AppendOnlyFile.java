package org.isogloss.mining.corpus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.isogloss.core.IsoglossException;

/** A file that only grows, and knows the {@link FileExtent} of what it has. */
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
   * Opens a file to append to it; it is made if it is missing and nothing of it is to be kept.
   *
   * @param kept what of it stays; what follows is cut off
   * @throws IsoglossException if it does not begin with that
   */
  static AppendOnlyFile open(Path file, FileExtent kept) throws IOException {
    CRC32C checksum = kept.verifyPrefixOf(file);
    FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    channel.truncate(kept.bytes());
    channel.position(kept.bytes());
    return new AppendOnlyFile(channel, checksum, kept.bytes());
  }

  void write(ByteBuffer added) throws IOException {
    checksum.update(added.duplicate());
    bytes += added.remaining();
    while (added.hasRemaining()) {
      channel.write(added);
    }
  }

  /** All that was written and kept so far. */
  FileExtent extent() {
    return new FileExtent(bytes, checksum.getValue());
  }

  /** Waits until all of it is on the disk. */
  void force() throws IOException {
    channel.force(false);
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
