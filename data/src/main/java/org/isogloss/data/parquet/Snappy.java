// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import java.io.IOException;

/** Decompresses a block of Snappy's raw format (github.com/google/snappy, format_description). */
final class Snappy {
  private Snappy() {}

  /**
   * Decompresses a block.
   *
   * @param length the expected number of bytes
   * @throws IOException if the block has another length or is damaged
   */
  static byte[] decompress(byte[] block, int length) throws IOException {
    int at = 0;
    long claimed = 0;
    for (int shift = 0; ; shift += 7) {
      if (at == block.length || shift > 28) {
        throw damaged();
      }
      int next = block[at++];
      claimed |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        break;
      }
    }
    if (claimed != length) {
      throw damaged();
    }
    byte[] out = new byte[length];
    int filled = 0;
    while (at < block.length) {
      int tag = block[at++] & 0xff;
      int count;
      int distance = 0;
      if ((tag & 3) == 0) {
        count = tag >> 2;
        if (count >= 60) {
          int width = count - 59;
          count = number(block, at, width);
          at += width;
        }
        count++;
      } else {
        int width = (tag & 3) == 3 ? 4 : tag & 3;
        count = (tag & 3) == 1 ? ((tag >> 2) & 7) + 4 : (tag >> 2) + 1;
        distance = number(block, at, width) | ((tag & 3) == 1 ? (tag >> 5) << 8 : 0);
        at += width;
        if (distance <= 0 || distance > filled) {
          throw damaged();
        }
      }
      if (count <= 0 || count > length - filled || (distance == 0 && count > block.length - at)) {
        throw damaged();
      }
      if (distance == 0) {
        System.arraycopy(block, at, out, filled, count);
        at += count;
        filled += count;
      } else {
        // The source may overlap the target, which repeats it.
        for (int i = 0; i < count; i++, filled++) {
          out[filled] = out[filled - distance];
        }
      }
    }
    if (filled != length) {
      throw damaged();
    }
    return out;
  }

  private static int number(byte[] block, int at, int width) throws IOException {
    if (width > block.length - at) {
      throw damaged();
    }
    int number = 0;
    for (int i = 0; i < width; i++) {
      number |= (block[at + i] & 0xff) << (8 * i);
    }
    return number;
  }

  private static IOException damaged() {
    return new IOException("a page is not Snappy data of the expected length");
  }
}
