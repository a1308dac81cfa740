// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;

/** The compression of pages. Constants in the order of the format. */
enum Codec {
  UNCOMPRESSED,
  SNAPPY,
  GZIP,
  LZO,
  BROTLI,
  LZ4,
  ZSTD,
  LZ4_RAW;

  /** Snappy repeats at most 64 bytes for two bytes or more. */
  private static final int MAX_SNAPPY_RATIO = 64;

  /** The codec with a number of the format. */
  static Codec of(long number) throws IOException {
    if (number < 0 || number >= values().length) {
      throw new IOException("its compression has the unknown number " + number);
    }
    return values()[(int) number];
  }

  /**
   * Decompresses a page.
   *
   * @param length the expected number of bytes
   */
  byte[] decompress(byte[] page, int length) throws IOException {
    byte[] bytes =
        switch (this) {
          case UNCOMPRESSED -> page;
          case SNAPPY -> snappy(page, length);
          case GZIP -> read(new GZIPInputStream(new ByteArrayInputStream(page)), length);
          case ZSTD -> read(new ZstdInputStreamNoFinalizer(new ByteArrayInputStream(page)), length);
          case LZO, BROTLI, LZ4, LZ4_RAW ->
              throw new IOException(
                  "its pages are compressed with "
                      + this
                      + ", expected Zstandard, Snappy, gzip or no compression: write it again");
        };
    if (bytes.length != length) {
      throw new IOException("a page has " + bytes.length + " bytes, expected " + length);
    }
    return bytes;
  }

  private static byte[] snappy(byte[] page, int length) throws IOException {
    if (length > (long) page.length * MAX_SNAPPY_RATIO) {
      throw new IOException("a page is too small for the " + length + " bytes that it claims");
    }
    return Snappy.decompress(page, length);
  }

  private static byte[] read(InputStream in, int length) throws IOException {
    try (in) {
      return in.readNBytes(length);
    }
  }
}
