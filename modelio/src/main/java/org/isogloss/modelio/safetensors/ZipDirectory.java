// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.isogloss.core.util.Excerpt;
import org.isogloss.modelio.file.RandomAccessBytes;
import org.isogloss.modelio.format.ModelFormatException;

/**
 * The entries of a zip archive that are stored without compression, with their positions in the
 * file, so that they can be mapped.
 */
final class ZipDirectory {
  private static final int END_SIGNATURE = 0x06054b50;
  private static final int END_SIZE = 22;
  private static final int MAX_COMMENT = 1 << 16;
  private static final int LOCATOR_SIGNATURE = 0x07064b50;
  private static final int LOCATOR_SIZE = 20;
  private static final int END_64_SIGNATURE = 0x06064b50;
  private static final int ENTRY_SIGNATURE = 0x02014b50;
  private static final int ENTRY_SIZE = 46;
  private static final int LOCAL_SIGNATURE = 0x04034b50;
  private static final int LOCAL_SIZE = 30;
  private static final int LARGE = 0xffffffff;
  private static final int EXTRA_64 = 1;

  /** Maximum number of entries, of which a model has one for each tensor. */
  private static final int MAX_ENTRIES = 1 << 17;

  private static final long MAX_DIRECTORY_BYTES = 64L << 20;

  /** Where the content of an entry is in the file. */
  record Entry(long offset, long size) {}

  private final Path file;
  private final RandomAccessBytes bytes;

  private ZipDirectory(Path file, RandomAccessBytes bytes) {
    this.file = file;
    this.bytes = bytes;
  }

  /**
   * Reads the directory.
   *
   * @throws ModelFormatException if the file is not such an archive
   */
  static Map<String, Entry> read(Path file, RandomAccessBytes bytes) {
    return new ZipDirectory(file, bytes).entries();
  }

  private Map<String, Entry> entries() {
    long end = findEnd();
    ByteBuffer record = slice(end, END_SIZE);
    long count = Short.toUnsignedLong(record.getShort(10));
    long size = Integer.toUnsignedLong(record.getInt(12));
    long offset = Integer.toUnsignedLong(record.getInt(16));
    if (end >= LOCATOR_SIZE
        && slice(end - LOCATOR_SIZE, LOCATOR_SIZE).getInt(0) == LOCATOR_SIGNATURE) {
      ByteBuffer large = slice(slice(end - LOCATOR_SIZE, LOCATOR_SIZE).getLong(8), 56);
      if (large.getInt(0) != END_64_SIGNATURE) {
        throw damaged();
      }
      count = large.getLong(32);
      size = large.getLong(40);
      offset = large.getLong(48);
    }
    if (count < 0 || count > MAX_ENTRIES || size < 0 || size > MAX_DIRECTORY_BYTES) {
      throw damaged();
    }
    return entries(slice(offset, (int) size), count);
  }

  private long findEnd() {
    for (long at = bytes.size() - END_SIZE;
        at >= Math.max(0, bytes.size() - END_SIZE - MAX_COMMENT);
        at--) {
      if (slice(at, Integer.BYTES).getInt(0) == END_SIGNATURE) {
        return at;
      }
    }
    throw new ModelFormatException(
        file,
        "is not a zip archive: weights of PyTorch older than version 1.6 are not supported; load and"
            + " save them with a current version, or use Safetensors");
  }

  private Map<String, Entry> entries(ByteBuffer directory, long count) {
    Map<String, Entry> entries = new LinkedHashMap<>();
    int at = 0;
    for (long i = 0; i < count; i++) {
      if (directory.limit() - at < ENTRY_SIZE || directory.getInt(at) != ENTRY_SIGNATURE) {
        throw damaged();
      }
      int nameLength = Short.toUnsignedInt(directory.getShort(at + 28));
      int extraLength = Short.toUnsignedInt(directory.getShort(at + 30));
      int next =
          at
              + ENTRY_SIZE
              + nameLength
              + extraLength
              + Short.toUnsignedInt(directory.getShort(at + 32));
      if (next > directory.limit()) {
        throw damaged();
      }
      byte[] name = new byte[nameLength];
      directory.get(at + ENTRY_SIZE, name);
      String path = new String(name, StandardCharsets.UTF_8);
      if (directory.getShort(at + 10) != 0) {
        throw new ModelFormatException(
            file,
            "has the compressed entry " + Excerpt.quote(path) + ", expected entries as they are");
      }
      if (entries.put(path, entry(directory, at, nameLength, extraLength)) != null) {
        throw new ModelFormatException(file, "has two entries " + Excerpt.quote(path));
      }
      at = next;
    }
    return entries;
  }

  private Entry entry(ByteBuffer directory, int at, int nameLength, int extraLength) {
    long size = Integer.toUnsignedLong(directory.getInt(at + 24));
    long header = Integer.toUnsignedLong(directory.getInt(at + 42));
    boolean largeSize = directory.getInt(at + 24) == LARGE;
    boolean largeOffset = directory.getInt(at + 42) == LARGE;
    int extra = at + ENTRY_SIZE + nameLength;
    int end = extra + extraLength;
    while ((largeSize || largeOffset) && extra + 4 <= end) {
      int length = Short.toUnsignedInt(directory.getShort(extra + 2));
      if (directory.getShort(extra) == EXTRA_64 && extra + 4 + length <= end) {
        // The uncompressed size, the compressed size and the offset, each only if it is large.
        int field = extra + 4;
        int needed = (largeSize ? Long.BYTES : 0) + (largeOffset ? Long.BYTES : 0);
        boolean largeCompressed = directory.getInt(at + 20) == LARGE;
        if (length < needed + (largeCompressed ? Long.BYTES : 0)) {
          throw damaged();
        }
        if (largeSize) {
          size = directory.getLong(field);
          field += Long.BYTES;
        }
        field += largeCompressed ? Long.BYTES : 0;
        if (largeOffset) {
          header = directory.getLong(field);
        }
        break;
      }
      extra += 4 + length;
    }
    ByteBuffer local = slice(header, LOCAL_SIZE);
    if (local.getInt(0) != LOCAL_SIGNATURE) {
      throw damaged();
    }
    long offset =
        header
            + LOCAL_SIZE
            + Short.toUnsignedInt(local.getShort(26))
            + Short.toUnsignedInt(local.getShort(28));
    if (size < 0 || offset > bytes.size() - size) {
      throw damaged();
    }
    return new Entry(offset, size);
  }

  private ByteBuffer slice(long offset, int length) {
    if (offset < 0 || length < 0 || offset > bytes.size() - length) {
      throw damaged();
    }
    return bytes.slice(offset, length).order(ByteOrder.LITTLE_ENDIAN);
  }

  private ModelFormatException damaged() {
    return new ModelFormatException(file, "is a damaged or truncated zip archive");
  }
}
