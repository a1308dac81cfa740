// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
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
 * The completely written prefix of a file.
 *
 * @param bytes length of the prefix in bytes, 0 or more
 * @param checksum CRC-32C of the prefix
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
   * Checks that a file starts with this prefix; the file may be longer.
   *
   * @return the checksum of the prefix, which can be updated with the bytes that are appended
   * @throws IsoglossException if the file is shorter or its prefix has another checksum
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
      for (long remaining = bytes; remaining > 0; remaining -= buffer.limit()) {
        buffer.clear().limit((int) Math.min(BUFFER, remaining));
        if (channel.read(buffer) < 0) {
          throw damaged(file, bytes - remaining + " bytes", bytes + " or more");
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
            + "; delete the folder "
            + file.getParent()
            + " to encode its lines again");
  }
}
