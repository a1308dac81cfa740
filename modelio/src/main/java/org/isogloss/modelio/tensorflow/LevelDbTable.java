// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.tensorflow;

import java.io.EOFException;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32C;
import org.isogloss.modelio.format.ModelFormatException;
import org.isogloss.modelio.protobuf.ProtobufInput;

/**
 * Reads a table in the format of LevelDB: blocks of sorted keys, each without the prefix that it
 * shares with the previous key; an index block with the locations of these blocks; and a footer
 * with the location of the index. Every block has a checksum. Compressed blocks are not supported,
 * as TensorFlow does not write any.
 */
public final class LevelDbTable {
  private static final int FOOTER_BYTES = 48;
  private static final long MAGIC = 0xdb4775248b80fb57L;

  /**
   * Maximum length of a key, which is the name of a tensor. As keys share prefixes, a small block
   * could otherwise describe keys of any total length.
   */
  private static final int MAX_KEY_BYTES = 4096;

  /** Compression type and checksum after every block. */
  private static final int TRAILER_BYTES = 5;

  private final Path file;
  private final ByteBuffer table;

  private LevelDbTable(Path file, ByteBuffer table) {
    this.file = file;
    this.table = table;
  }

  /** Reads all entries of a table, in the order of their keys. */
  public static Map<String, ByteBuffer> read(Path file, ByteBuffer bytes) {
    LevelDbTable table = new LevelDbTable(file, bytes.slice().order(ByteOrder.LITTLE_ENDIAN));
    try {
      return table.entries();
    } catch (IOException
        | BufferUnderflowException
        | IndexOutOfBoundsException
        | IllegalArgumentException
        | ArithmeticException e) {
      throw new ModelFormatException(file, "is a damaged LevelDB table: get a complete copy", e);
    }
  }

  private Map<String, ByteBuffer> entries() throws IOException {
    int footer = table.capacity() - FOOTER_BYTES;
    if (footer < 0 || table.getLong(table.capacity() - Long.BYTES) != MAGIC) {
      throw new ModelFormatException(file, "is not a LevelDB table, or is truncated");
    }
    ProtobufInput handles = new ProtobufInput(table.slice(footer, FOOTER_BYTES));
    block(handles); // The meta index, which TensorFlow leaves empty.
    Map<String, ByteBuffer> entries = new LinkedHashMap<>();
    for (ByteBuffer handle : block(handles).values()) {
      entries.putAll(block(new ProtobufInput(handle)));
    }
    return entries;
  }

  /** Reads the block that a handle (offset and size as two varints) points to. */
  private Map<String, ByteBuffer> block(ProtobufInput handle) throws IOException {
    int offset = readNonNegativeInt(handle);
    int size = readNonNegativeInt(handle);
    ByteBuffer block = table.slice(offset, size).order(ByteOrder.LITTLE_ENDIAN);
    int type = table.get(offset + size);
    if (type != 0) {
      throw new ModelFormatException(
          file, "has a block of compression type " + type + ", expected none");
    }
    CRC32C crc = new CRC32C();
    crc.update(table.slice(offset, size + 1));
    if (maskedChecksum(crc) != table.getInt(offset + size + 1)) {
      throw new ModelFormatException(
          file, "has a block whose checksum is wrong: get a complete copy");
    }
    int restarts = block.getInt(size - Integer.BYTES);
    block.limit(Math.subtractExact(size, Math.multiplyExact(restarts + 1, Integer.BYTES)));
    Map<String, ByteBuffer> entries = new LinkedHashMap<>();
    ProtobufInput in = new ProtobufInput(block);
    byte[] key = new byte[0];
    while (in.position() < in.size()) {
      int shared = readNonNegativeInt(in);
      int unshared = readNonNegativeInt(in);
      int length = readNonNegativeInt(in);
      int start = (int) in.position();
      if (shared > key.length
          || unshared > in.size() - start
          || shared + unshared > MAX_KEY_BYTES) {
        throw new EOFException("a key of " + shared + " and " + unshared + " bytes");
      }
      byte[] next = new byte[shared + unshared];
      System.arraycopy(key, 0, next, 0, shared);
      block.get(start, next, shared, unshared);
      key = next;
      ByteBuffer value = block.slice(start + unshared, length);
      entries.put(new String(key, StandardCharsets.UTF_8), value);
      in.skipTo((long) start + unshared + length);
    }
    return entries;
  }

  private static int readNonNegativeInt(ProtobufInput in) throws IOException {
    long value = in.varint();
    if (value < 0 || value > Integer.MAX_VALUE - TRAILER_BYTES) {
      throw new EOFException("a size of " + value);
    }
    return (int) value;
  }

  /**
   * Returns the masked checksum as stored by LevelDB and TensorFlow; masking allows data to contain
   * checksums of itself.
   */
  public static int maskedChecksum(CRC32C crc) {
    return Integer.rotateRight((int) crc.getValue(), 15) + 0xa282ead8;
  }
}
