// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.io;

import java.io.IOException;
import java.io.InputStream;
import java.util.function.BooleanSupplier;

/**
 * The decompressed bytes of a file. Bytes before an error are returned first; after that, every
 * call reports the error.
 */
final class DecompressedStream extends InputStream {
  /** The compressed data is truncated or damaged; the message describes the problem. */
  static final class DamagedDataException extends IOException {
    private static final long serialVersionUID = 1L;

    DamagedDataException(String message, Exception cause) {
      super(message, cause);
    }
  }

  private final Compression compression;
  private final InputStream source;
  private final BooleanSupplier sourceFailed;
  private InputStream in;
  private IOException failure;

  /**
   * Creates a stream.
   *
   * @param source a stream at the first byte of the file; closed with this stream
   * @param sourceFailed whether an exception is that of the source and not of the decompression
   */
  DecompressedStream(Compression compression, InputStream source, BooleanSupplier sourceFailed) {
    this.compression = compression;
    this.source = source;
    this.sourceFailed = sourceFailed;
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
    try {
      if (in == null) {
        in = compression.decompress(source);
      }
      return compression == Compression.BZIP2
          ? readSingly(bytes, offset, length)
          : in.read(bytes, offset, length);
    } catch (IOException | RuntimeException e) {
      // The libraries do not check every index in damaged data.
      failure = describe(e);
      throw failure;
    }
  }

  /** Reads bytes one by one: a longer read of bzip2 drops those before an error. */
  private int readSingly(byte[] bytes, int offset, int length) throws IOException {
    int count = 0;
    try {
      while (count < length) {
        int next = in.read();
        if (next < 0) {
          return count == 0 && length > 0 ? -1 : count;
        }
        bytes[offset + count++] = (byte) next;
      }
    } catch (IOException | RuntimeException e) {
      if (count == 0) {
        throw e;
      }
      failure = describe(e);
    }
    return count;
  }

  private IOException describe(Exception e) {
    return e instanceof IOException io && sourceFailed.getAsBoolean()
        ? io
        : new DamagedDataException(compression.describe(e), e);
  }

  @Override
  public void close() throws IOException {
    (in == null ? source : in).close();
  }
}
