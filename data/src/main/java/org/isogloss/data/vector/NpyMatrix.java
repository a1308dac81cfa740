// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.vector;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.isogloss.data.FormatException;

/**
 * A float matrix in NumPy's format, as {@link NpyWriter} and {@code numpy.save} write it: {@code
 * float32[rows, columns]} in row-major order. The file is memory-mapped; values are read on access.
 *
 * @param rows number of rows
 * @param columns number of columns
 * @param values {@code [rows * columns]}, in row-major order
 */
public record NpyMatrix(int rows, int columns, FloatBuffer values) {
  private static final Pattern DICTIONARY =
      Pattern.compile(
          "\\{'descr': '<f4', 'fortran_order': False, 'shape': \\((\\d+), (\\d+)\\),? ?}\\s*");
  private static final int LENGTH_AT = 8;
  private static final int DICTIONARY_AT = 10;

  public NpyMatrix {
    requireNonNull(values, "values is null");
    if (values.remaining() != (long) rows * columns) {
      throw new IllegalArgumentException(
          values.remaining() + " numbers for " + rows + " rows of " + columns);
    }
  }

  /**
   * Opens a file of at most 2 GB.
   *
   * @throws FormatException if the file cannot be read or has another format
   */
  public static NpyMatrix open(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      ByteBuffer bytes =
          channel
              .map(FileChannel.MapMode.READ_ONLY, 0, channel.size())
              .order(ByteOrder.LITTLE_ENDIAN);
      return read(file, bytes);
    } catch (IOException | IllegalArgumentException e) {
      throw new FormatException(file, 0, "cannot be read: " + e.getMessage());
    }
  }

  private static NpyMatrix read(Path file, ByteBuffer bytes) {
    int end =
        bytes.limit() < DICTIONARY_AT
            ? Integer.MAX_VALUE
            : DICTIONARY_AT + Short.toUnsignedInt(bytes.getShort(LENGTH_AT));
    if (end > bytes.limit() || bytes.get(0) != (byte) 0x93 || bytes.get(1) != 'N') {
      throw new FormatException(file, 0, "is not a NumPy file");
    }
    byte[] text = new byte[end - DICTIONARY_AT];
    bytes.get(DICTIONARY_AT, text);
    String found = new String(text, StandardCharsets.US_ASCII);
    Matcher dictionary = DICTIONARY.matcher(found);
    if (!dictionary.matches()) {
      throw new FormatException(
          file,
          0,
          "contains " + found.strip() + ", expected a matrix of '<f4', in row-major order");
    }
    int rows = Integer.parseInt(dictionary.group(1));
    int columns = Integer.parseInt(dictionary.group(2));
    long expected = end + (long) rows * columns * Float.BYTES;
    if (bytes.limit() != expected) {
      throw new FormatException(
          file, 0, bytes.limit() + " bytes, expected " + expected + " for " + found.strip());
    }
    return new NpyMatrix(
        rows, columns, bytes.position(end).slice().order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer());
  }
}
