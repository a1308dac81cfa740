// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Numbers of a variable number of bytes, with seven bits in each. */
final class Varint {
  private Varint() {}

  static long read(ByteBuffer in) throws IOException {
    long value = 0;
    for (int shift = 0; shift < Long.SIZE; shift += 7) {
      int next = in.get();
      value |= (long) (next & 0x7f) << shift;
      if (next >= 0) {
        return value;
      }
    }
    throw new IOException("a number has more than 64 bits");
  }

  /** Reads a number whose sign is its lowest bit. */
  static long readSigned(ByteBuffer in) throws IOException {
    long value = read(in);
    return (value >>> 1) ^ -(value & 1);
  }
}
