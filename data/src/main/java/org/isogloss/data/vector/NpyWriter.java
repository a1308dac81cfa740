// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.vector;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.io.OutputFile;

/**
 * Writes a float matrix in NumPy's format 1.0, row by row; {@code numpy.load} reads it as {@code
 * float32[rows, columns]}. The number of rows need not be known in advance: {@link #commit}
 * completes the header, and the file appears under its name, as with {@link OutputFile}. A pipe
 * receives the whole matrix on commit.
 *
 * <pre>{@code
 * try (NpyWriter writer = NpyWriter.create(file, columns)) {
 *   writer.write(row);
 *   writer.commit();
 * }
 * }</pre>
 */
public final class NpyWriter implements AutoCloseable {
  /**
   * Length of magic, version, length and dictionary, padded to a multiple of 64 as the format
   * requires.
   */
  private static final int HEADER_BYTES = 128;

  private final OutputFile output;
  private final int columns;
  private final ByteBuffer row;
  private long rows;

  private NpyWriter(OutputFile output, int columns) {
    this.output = output;
    this.columns = columns;
    this.row = ByteBuffer.allocate(columns * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Opens a file for writing.
   *
   * @param file a path, or {@code -} for standard output
   * @param columns number of columns, at least 1
   * @throws IsoglossException if the file cannot be written
   */
  public static NpyWriter create(Path file, int columns) {
    if (columns < 1) {
      throw new IllegalArgumentException("columns is " + columns + ", expected 1 or more");
    }
    NpyWriter writer = new NpyWriter(OutputFile.openPatchable(file), columns);
    try {
      writer.put(new byte[HEADER_BYTES]);
      return writer;
    } catch (IsoglossException e) {
      writer.close();
      throw e;
    }
  }

  /**
   * Appends a row.
   *
   * @param values {@code float[columns]}
   * @throws IsoglossException if the file cannot be written
   */
  public void write(float[] values) {
    if (values.length != columns) {
      throw new IllegalArgumentException(
          "row " + rows + " has " + values.length + " columns, expected " + columns);
    }
    row.clear();
    row.asFloatBuffer().put(values);
    put(row.array());
    rows++;
  }

  private void put(byte[] bytes) {
    try {
      output.stream().write(bytes);
    } catch (IOException e) {
      throw output.failure(e);
    }
  }

  /**
   * Completes the header and renames the file to its final name. Nothing can be written afterwards.
   *
   * @throws IsoglossException if the file cannot be written
   */
  public void commit() {
    output.patch(0, header());
    output.commit();
  }

  /** Closes the writer; without a commit, the output is discarded. */
  @Override
  public void close() {
    output.close();
  }

  private ByteBuffer header() {
    String dictionary =
        "{'descr': '<f4', 'fortran_order': False, 'shape': (" + rows + ", " + columns + "), }";
    ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    header.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    header.putShort((short) (HEADER_BYTES - 10));
    header.put(dictionary.getBytes(StandardCharsets.US_ASCII));
    while (header.position() < HEADER_BYTES - 1) {
      header.put((byte) ' ');
    }
    return header.put((byte) '\n').flip();
  }
}
