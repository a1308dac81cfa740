// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Decompresses all members of a gzip file (RFC 1952). A member may be followed only by another
 * member, by zero bytes up to the end (padding, which gzip also accepts), or by the end of the
 * file. So a file from which whole members are missing is a complete, shorter file. Bytes
 * decompressed before an error are returned first; after that, every call reports the error.
 *
 * <p>{@link java.util.zip.GZIPInputStream} is not used, because it treats a damaged header of a
 * later member as the end of the file.
 */
final class StrictGzipInputStream extends InputStream {
  /** The first two bytes of each member. */
  static final int MAGIC = 0x8b1f;

  private static final int CHUNK = 1 << 16;
  private static final int DEFLATE = 8;

  private static final int HEADER_CRC = 1 << 1;
  private static final int EXTRA = 1 << 2;
  private static final int NAME = 1 << 3;
  private static final int COMMENT = 1 << 4;
  private static final int RESERVED = 0xe0;

  private final InputStream in;
  private final byte[] buffer = new byte[CHUNK];
  private final Inflater inflater = new Inflater(true);
  private final CRC32 contents = new CRC32();
  private final CRC32 header = new CRC32();
  private int position;
  private int limit;
  private boolean anyMember;
  private boolean insideMember;
  private boolean ended;
  private IOException failure;

  /**
   * Creates a stream of the decompressed bytes.
   *
   * @param in a stream at the first byte of the file; closed with this stream
   */
  StrictGzipInputStream(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    if (failure != null) {
      throw failure;
    }
    if (length == 0) {
      return 0;
    }
    try {
      while (!ended) {
        int read = insideMember ? inflate(bytes, offset, length) : 0;
        if (read > 0) {
          return read;
        }
        if (insideMember) {
          endMember();
        } else if (!beginMember()) {
          ended = true;
        }
      }
      return -1;
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /** Decompresses some bytes; 0 at the end of the member. */
  private int inflate(byte[] bytes, int offset, int length) throws IOException {
    try {
      while (true) {
        int read = inflater.inflate(bytes, offset, length);
        if (read > 0) {
          contents.update(bytes, offset, read);
          return read;
        }
        if (inflater.finished()) {
          return 0;
        }
        if (inflater.needsDictionary()) {
          throw new ZipException("a member needs a dictionary, which gzip does not support");
        }
        if (!fill()) {
          throw new EOFException();
        }
        inflater.setInput(buffer, position, limit - position);
      }
    } catch (DataFormatException e) {
      throw new ZipException(e.getMessage() == null ? "not deflate data" : e.getMessage());
    }
  }

  private void endMember() throws IOException {
    position = limit - inflater.getRemaining();
    insideMember = false;
    if (fourBytes() != contents.getValue()) {
      throw new ZipException("its checksum does not match its contents");
    }
    if (fourBytes() != (inflater.getBytesWritten() & 0xffffffffL)) {
      throw new ZipException("its length does not match its contents");
    }
  }

  /** Reads the header of a member; returns false at the end of the file. */
  private boolean beginMember() throws IOException {
    int start = readByte();
    if (start == 0 && anyMember) {
      requireOnlyZeros();
      return false;
    }
    if (start < 0 && anyMember) {
      return false;
    }
    if (start < 0) {
      throw new EOFException();
    }
    if (start != (MAGIC & 0xff) || required() != MAGIC >> 8) {
      throw notGzip();
    }
    readHeader(start);
    inflater.reset();
    inflater.setInput(buffer, position, limit - position);
    contents.reset();
    anyMember = true;
    insideMember = true;
    return true;
  }

  private void requireOnlyZeros() throws IOException {
    int next = 0;
    while (next == 0) {
      next = readByte();
    }
    if (next > 0) {
      throw notGzip();
    }
  }

  private static ZipException notGzip() {
    return new ZipException("its compressed data is followed by bytes that are not gzip");
  }

  private void readHeader(int start) throws IOException {
    header.reset();
    header.update(start);
    header.update(MAGIC >> 8);
    int method = headerByte();
    if (method != DEFLATE) {
      throw new ZipException("compression method " + method + ", expected " + DEFLATE);
    }
    int flags = headerByte();
    if ((flags & RESERVED) != 0) {
      throw new ZipException("reserved flags are set in a header");
    }
    skipHeader(6); // time, extra flags, operating system
    if ((flags & EXTRA) != 0) {
      skipHeader(headerByte() | headerByte() << 8);
    }
    if ((flags & NAME) != 0) {
      skipHeaderText();
    }
    if ((flags & COMMENT) != 0) {
      skipHeaderText();
    }
    if ((flags & HEADER_CRC) != 0) {
      long expected = header.getValue() & 0xffff;
      if ((required() | required() << 8) != expected) {
        throw new ZipException("the checksum of a header does not match");
      }
    }
  }

  private void skipHeader(int bytes) throws IOException {
    for (int i = 0; i < bytes; i++) {
      headerByte();
    }
  }

  private void skipHeaderText() throws IOException {
    int next = headerByte();
    while (next != 0) {
      next = headerByte();
    }
  }

  private int headerByte() throws IOException {
    int next = required();
    header.update(next);
    return next;
  }

  private long fourBytes() throws IOException {
    return required() | required() << 8 | required() << 16 | (long) required() << 24;
  }

  private int required() throws IOException {
    int next = readByte();
    if (next < 0) {
      throw new EOFException();
    }
    return next;
  }

  private int readByte() throws IOException {
    return position == limit && !fill() ? -1 : buffer[position++] & 0xff;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, in.read(buffer, 0, buffer.length));
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
