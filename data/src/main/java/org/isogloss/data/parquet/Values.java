// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.parquet;

import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import org.isogloss.data.parquet.ColumnType.Storage;

/** Decodes the values of a page, one after another. */
@FunctionalInterface
interface Values {
  /** The next value: a boolean, a number of 64 bits, a floating-point number, or bytes. */
  Object next() throws IOException;

  /**
   * The values of a page.
   *
   * @param in little-endian
   * @param dictionary the values of the dictionary page; empty if there is none
   * @param maxCount the number of entries of the page, nulls included
   */
  static Values of(int encoding, ByteBuffer in, ColumnType type, Object[] dictionary, int maxCount)
      throws IOException {
    return switch (encoding) {
      case 0 -> plain(in, type);
      case 2, 8 -> {
        RunLengthDecoder indexes = new RunLengthDecoder(in, in.hasRemaining() ? in.get() : 0);
        yield () -> dictionary[indexes.next()];
      }
      case 3 -> {
        in.getInt(); // The length, which is that of the page.
        RunLengthDecoder flags = new RunLengthDecoder(in, 1);
        yield () -> flags.next() == 1;
      }
      case 5 -> numbers(DeltaDecoder.decode(in, maxCount));
      case 6 -> {
        long[] lengths = DeltaDecoder.decode(in, maxCount);
        int[] at = new int[1];
        yield () -> bytes(in, lengths[at[0]++]);
      }
      case 7 -> deltaStrings(in, maxCount);
      default -> throw new IOException("a page has the unsupported encoding number " + encoding);
    };
  }

  /** The memory that an entry of a page in an encoding takes before it is read, in bytes. */
  static int decodedBytes(int encoding) {
    return switch (encoding) {
      case 5, 6 -> Long.BYTES;
      case 7 -> 2 * Long.BYTES;
      default -> 0;
    };
  }

  private static Values plain(ByteBuffer in, ColumnType type) throws IOException {
    return switch (type.storage()) {
      case BOOLEAN -> {
        int[] bit = new int[1];
        int start = in.position();
        yield () -> ((in.get(start + bit[0] / Byte.SIZE) >> (bit[0]++ % Byte.SIZE)) & 1) == 1;
      }
      case INT32 -> () -> (long) in.getInt();
      case INT64 -> in::getLong;
      case FLOAT -> in::getFloat;
      case DOUBLE -> in::getDouble;
      case INT96 -> () -> bytes(in, 12);
      case FIXED_LENGTH -> () -> bytes(in, type.length());
      case BYTE_ARRAY -> () -> bytes(in, in.getInt());
    };
  }

  private static Values numbers(long[] numbers) {
    int[] at = new int[1];
    return () -> numbers[at[0]++];
  }

  /** Each value is a prefix of the previous one with a suffix. */
  private static Values deltaStrings(ByteBuffer in, int maxCount) throws IOException {
    long[] prefixes = DeltaDecoder.decode(in, maxCount);
    long[] suffixes = DeltaDecoder.decode(in, maxCount);
    int[] at = new int[1];
    byte[][] previous = {new byte[0]};
    return () -> {
      int prefix = Math.toIntExact(prefixes[at[0]]);
      byte[] suffix = bytes(in, suffixes[at[0]++]);
      byte[] value = new byte[Math.addExact(prefix, suffix.length)];
      System.arraycopy(previous[0], 0, value, 0, prefix);
      System.arraycopy(suffix, 0, value, prefix, suffix.length);
      previous[0] = value;
      return value;
    };
  }

  private static byte[] bytes(ByteBuffer in, long length) {
    if (length < 0 || length > in.remaining()) {
      throw new BufferUnderflowException();
    }
    byte[] bytes = new byte[(int) length];
    in.get(bytes);
    return bytes;
  }

  /** All values of a dictionary page. */
  static Object[] dictionary(ByteBuffer in, ColumnType type, int count) throws IOException {
    int smallest = type.storage() == Storage.BOOLEAN ? 0 : 1;
    if (count * (long) smallest > in.remaining()) {
      throw new IOException("a dictionary has fewer values than it claims");
    }
    Values values = plain(in, type);
    Object[] all = new Object[count];
    for (int i = 0; i < count; i++) {
      all[i] = values.next();
    }
    return all;
  }
}
