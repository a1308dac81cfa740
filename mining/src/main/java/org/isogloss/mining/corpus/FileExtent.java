package org.isogloss.mining.corpus;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.FileErrors;

/**
 * The part of a file that was written completely: so many bytes at its beginning.
 *
 * @param bytes how many, 0 or more
 * @param checksum their CRC-32C
 */
record FileExtent(long bytes, long checksum) {
  static final FileExtent EMPTY = new FileExtent(0, 0);

  static final long MAX_CHECKSUM = 0xFFFF_FFFFL;

  private static final int BUFFER = 1 << 20;

  FileExtent {
    if (bytes < 0 || checksum < 0 || checksum > MAX_CHECKSUM) {
      throw new IllegalArgumentException("bytes is " + bytes + ", checksum is " + checksum);
    }
  }

  /**
   * Checks that a file begins with what this describes; more may follow.
   *
   * @return the checksum, to be continued with what is written next
   * @throws IsoglossException if the file is shorter or has other bytes
   */
  CRC32C verifyPrefixOf(Path file) {
    CRC32C found = new CRC32C();
    if (bytes == 0) {
      return found;
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      if (channel.size() < bytes) {
        throw damaged(file, channel.size() + " bytes", bytes + " or more");
      }
      ByteBuffer buffer = ByteBuffer.allocateDirect(BUFFER);
      for (long left = bytes; left > 0; left -= buffer.limit()) {
        buffer.clear().limit((int) Math.min(BUFFER, left));
        if (channel.read(buffer) < 0) {
          throw damaged(file, bytes - left + " bytes", bytes + " or more");
        }
        found.update(buffer.flip());
      }
    } catch (NoSuchFileException e) {
      throw damaged(file, "no file", bytes + " bytes");
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
    if (found.getValue() != checksum) {
      throw damaged(
          file, "checksum " + Long.toHexString(found.getValue()), Long.toHexString(checksum));
    }
    return found;
  }

  static IsoglossException damaged(Path file, String found, String expected) {
    return new IsoglossException(
        file
            + ": is damaged: found "
            + found
            + ", expected "
            + expected
            + ": delete the folder "
            + file.getParent()
            + " to encode its lines again");
  }
}
