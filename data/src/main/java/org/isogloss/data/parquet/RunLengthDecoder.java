// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Decodes numbers that are stored as runs, or packed into bits: levels and dictionary indexes. */
final class RunLengthDecoder {
  private final ByteBuffer in;
  private final int width;
  private long left;
  private boolean packed;
  private int repeated;
  private long bits;
  private int bitCount;

  /**
   * Creates a decoder.
   *
   * @param width number of bits of a number, from 0 to 32
   */
  RunLengthDecoder(ByteBuffer in, int width) throws IOException {
    if (width < 0 || width > Integer.SIZE) {
      throw new IOException("a page has numbers of " + width + " bits");
    }
    this.in = in;
    this.width = width;
  }

  int next() throws IOException {
    while (left == 0) {
      readHeader();
    }
    left--;
    if (!packed) {
      return repeated;
    }
    while (bitCount < width) {
      bits |= (in.get() & 0xffL) << bitCount;
      bitCount += Byte.SIZE;
    }
    int value = (int) (bits & ((1L << width) - 1));
    bits >>>= width;
    bitCount -= width;
    return value;
  }

  private void readHeader() throws IOException {
    long header = Varint.read(in);
    packed = (header & 1) == 1;
    left = packed ? (header >>> 1) * Byte.SIZE : header >>> 1;
    bits = 0;
    bitCount = 0;
    if (!packed) {
      repeated = 0;
      for (int shift = 0; shift < width; shift += Byte.SIZE) {
        repeated |= (in.get() & 0xff) << shift;
      }
    }
  }
}
