// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.protobuf;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Reads the Protocol Buffers wire format from a file, field by field, as {@link ProtobufMessage}
 * writes it. A nested message is read in place, up to the end that {@link #contentEnd} returns;
 * skipped content is never loaded into memory.
 */
public final class ProtobufInput implements AutoCloseable {
  private static final int VARINT = 0;
  private static final int FIXED_64 = 1;
  private static final int LENGTH_DELIMITED = 2;
  private static final int FIXED_32 = 5;
  private static final int MAX_STRING_BYTES = 1 << 12;

  private final InputStream in;
  private final long size;
  private long position;

  /** Opens a file. */
  public ProtobufInput(Path file) throws IOException {
    size = Files.size(file);
    in = new BufferedInputStream(Files.newInputStream(file));
  }

  /** Reads bytes in memory from position to limit, which are not changed. */
  public ProtobufInput(ByteBuffer bytes) {
    size = bytes.remaining();
    in = new BufferInput(bytes.duplicate());
  }

  private static final class BufferInput extends InputStream {
    private final ByteBuffer bytes;

    BufferInput(ByteBuffer bytes) {
      this.bytes = bytes;
    }

    @Override
    public int read() {
      return bytes.hasRemaining() ? Byte.toUnsignedInt(bytes.get()) : -1;
    }

    @Override
    public int read(byte[] into, int from, int length) {
      int count = Math.min(length, bytes.remaining());
      bytes.get(into, from, count);
      return count == 0 && length > 0 ? -1 : count;
    }

    @Override
    public long skip(long count) {
      int skipped = Math.clamp(count, 0, bytes.remaining());
      bytes.position(bytes.position() + skipped);
      return skipped;
    }
  }

  /** Returns the size of the input in bytes. */
  public long size() {
    return size;
  }

  /** Returns the number of bytes read so far. */
  public long position() {
    return position;
  }

  /** Returns whether a tag is that of a string or message of the given field. */
  public static boolean isContent(long tag, int field) {
    return tag == (((long) field << 3) | LENGTH_DELIMITED);
  }

  /** Returns whether a tag is that of an integer of the given field. */
  public static boolean isVarint(long tag, int field) {
    return tag == (((long) field << 3) | VARINT);
  }

  /** Returns whether a tag is that of four bytes of the given field. */
  public static boolean isFixed32(long tag, int field) {
    return tag == (((long) field << 3) | FIXED_32);
  }

  /**
   * Reads the length of a string or message and returns the position of its end.
   *
   * @param end the end of the enclosing message
   */
  public long contentEnd(long end) throws IOException {
    long length = varint();
    if (length < 0 || length > end - position) {
      throw new EOFException("a field of " + length + " bytes");
    }
    return position + length;
  }

  /** Reads a string with its length. */
  public String string(long end) throws IOException {
    long length = contentEnd(end) - position;
    if (length > MAX_STRING_BYTES) {
      throw new EOFException("a name of " + length + " bytes");
    }
    byte[] bytes = in.readNBytes((int) length);
    position += bytes.length;
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Skips a field whose tag was read. */
  public void skip(long tag, long end) throws IOException {
    switch ((int) (tag & 7)) {
      case VARINT -> varint();
      case FIXED_64 -> skipTo(fixed(Long.BYTES, end));
      case LENGTH_DELIMITED -> skipTo(contentEnd(end));
      case FIXED_32 -> skipTo(fixed(Integer.BYTES, end));
      default -> throw new EOFException("a field of type " + (tag & 7));
    }
  }

  private long fixed(int length, long end) throws EOFException {
    if (length > end - position) {
      throw new EOFException("a number that ends outside of its message");
    }
    return position + length;
  }

  /** Skips to a position that was not read yet. */
  public void skipTo(long target) throws IOException {
    in.skipNBytes(target - position);
    position = target;
  }

  /**
   * Reads the tag of a field. Tags of more than 32 bits are rejected because parsers treat them
   * differently.
   */
  public long tag() throws IOException {
    long tag = varint();
    if (tag >>> Integer.SIZE != 0) {
      throw new EOFException("a tag of " + tag);
    }
    return tag;
  }

  /** Reads a varint: seven bits per byte, lowest first. */
  public long varint() throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("a number without an end");
      }
      position++;
      value |= (long) (b & 0x7f) << shift;
      if (b < 0x80) {
        return value;
      }
    }
    throw new EOFException("a number of more than ten bytes");
  }

  /** Reads four bytes, lowest first. */
  public int fixed32() throws IOException {
    int value = 0;
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException("a number without an end");
      }
      position++;
      value |= b << shift;
    }
    return value;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
