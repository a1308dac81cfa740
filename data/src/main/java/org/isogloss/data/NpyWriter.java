package org.isogloss.data;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;

/**
 * Writes a matrix of floats in NumPy's format 1.0, row by row, so that {@code numpy.load} reads it
 * as {@code float32[rows, columns]}. The number of rows need not be known before; the file appears
 * under its name when the writer is closed, never half written.
 */
public final class NpyWriter implements Closeable {
  /** Magic, version, length and dictionary: padded to a multiple of 64 as the format asks. */
  private static final int HEADER_BYTES = 128;

  private final Path file;
  private final Path unfinished;
  private final OutputStream out;
  private final int columns;
  private final ByteBuffer row;
  private long rows;
  private boolean failed;
  private boolean closed;

  private NpyWriter(Path file, Path unfinished, OutputStream out, int columns) {
    this.file = file;
    this.unfinished = unfinished;
    this.out = out;
    this.columns = columns;
    this.row = ByteBuffer.allocate(columns * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
  }

  /**
   * Begins a file.
   *
   * @param columns numbers in a row, 1 or more
   */
  public static NpyWriter create(Path file, int columns) {
    if (columns < 1) {
      throw new IllegalArgumentException("columns is " + columns + ", expected 1 or more");
    }
    Path unfinished = file.resolveSibling(file.getFileName() + ".part");
    try {
      OutputStream out = new BufferedOutputStream(Files.newOutputStream(unfinished), 1 << 16);
      out.write(new byte[HEADER_BYTES]);
      return new NpyWriter(file, unfinished, out, columns);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Adds a row.
   *
   * @param numbers {@code float[columns]}
   */
  public void write(float[] numbers) {
    if (numbers.length != columns) {
      failed = true;
      throw new IllegalArgumentException(
          "row " + rows + " has " + numbers.length + " columns, expected " + columns);
    }
    row.clear();
    row.asFloatBuffer().put(numbers);
    try {
      out.write(row.array());
      rows++;
    } catch (IOException e) {
      failed = true;
      throw new UncheckedIOException(e);
    }
  }

  /** Completes the file; after a row that failed, removes it instead. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      out.close();
      if (failed) {
        Files.deleteIfExists(unfinished);
        return;
      }
      try (FileChannel channel = FileChannel.open(unfinished, StandardOpenOption.WRITE)) {
        channel.write(header(), 0);
      }
      Files.move(unfinished, file, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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
