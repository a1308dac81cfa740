// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Decodes numbers of which the differences are stored, packed into bits. */
final class DeltaDecoder {
  private DeltaDecoder() {}

  /**
   * Decodes all numbers, and leaves the buffer at the byte after them.
   *
   * @param maxCount the maximum number of numbers
   */
  static long[] decode(ByteBuffer in, int maxCount) throws IOException {
    long blockSize = Varint.read(in);
    long miniblocks = Varint.read(in);
    long count = Varint.read(in);
    if (count < 0 || count > maxCount || miniblocks <= 0 || blockSize % miniblocks != 0) {
      throw new IOException("a page has a damaged block of differences");
    }
    long[] numbers = new long[(int) count];
    long number = Varint.readSigned(in);
    int filled = 0;
    if (count > 0) {
      numbers[filled++] = number;
    }
    long perMiniblock = blockSize / miniblocks;
    while (filled < count) {
      long minimum = Varint.readSigned(in);
      byte[] widths = new byte[(int) Math.min(miniblocks, in.remaining())];
      in.get(widths);
      for (int block = 0; block < widths.length && filled < count; block++) {
        int width = widths[block] & 0xff;
        int end = Math.addExact(in.position(), Math.toIntExact(perMiniblock * width / Byte.SIZE));
        int bit = 0;
        for (long i = 0; i < perMiniblock && filled < count; i++) {
          number += minimum + bits(in, bit, width);
          bit += width;
          numbers[filled++] = number;
        }
        in.position(end);
      }
      if (widths.length == 0) {
        throw new IOException("a page has a block of differences without its numbers");
      }
    }
    return numbers;
  }

  private static long bits(ByteBuffer in, int from, int width) throws IOException {
    if (width > Long.SIZE) {
      throw new IOException("a page has numbers of " + width + " bits");
    }
    long value = 0;
    for (int i = 0; i < width; i++) {
      int bit = from + i;
      long one = (in.get(in.position() + bit / Byte.SIZE) >> (bit % Byte.SIZE)) & 1;
      value |= one << i;
    }
    return value;
  }
}
