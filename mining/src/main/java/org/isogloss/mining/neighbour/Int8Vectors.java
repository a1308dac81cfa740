// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.neighbour;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.isogloss.core.io.FileErrors;

/**
 * Vectors quantised to eight bits and stored off-heap, in direct memory or in a memory-mapped file,
 * as contiguous rows. The value of a component is its byte times the step, which is the same for
 * all vectors. This class is thread-safe.
 */
public final class Int8Vectors {
  /** Number of vectors per buffer; a power of two. */
  private static final int CHUNK = 1 << 16;

  private final List<ByteBuffer> chunks;
  private final int size;
  private final int dimension;
  private final float step;

  private Int8Vectors(List<ByteBuffer> chunks, int size, int dimension, float step) {
    this.chunks = List.copyOf(chunks);
    this.size = size;
    this.dimension = dimension;
    this.step = step;
  }

  /**
   * Quantises vectors.
   *
   * @param vectors {@code [n, dimension]}, of unit length
   */
  public static Int8Vectors of(float[][] vectors) {
    int dimension = vectors.length == 0 ? 1 : vectors[0].length;
    Int8VectorQuantizer quantizer = Int8VectorQuantizer.fit(vectors);
    List<ByteBuffer> chunks = new ArrayList<>();
    for (int from = 0; from < vectors.length; from += CHUNK) {
      int to = Math.min(from + CHUNK, vectors.length);
      ByteBuffer chunk = ByteBuffer.allocateDirect((to - from) * dimension);
      for (int i = from; i < to; i++) {
        chunk.put(quantizer.quantize(vectors[i]));
      }
      chunks.add(chunk);
    }
    return new Int8Vectors(chunks, vectors.length, dimension, quantizer.step());
  }

  /**
   * Copies vectors that are quantised already.
   *
   * @param rows {@code [n, dimension]}
   * @param step the component value that the byte 1 represents
   */
  public static Int8Vectors of(byte[][] rows, float step) {
    int dimension = rows.length == 0 ? 1 : rows[0].length;
    List<ByteBuffer> chunks = new ArrayList<>();
    for (int from = 0; from < rows.length; from += CHUNK) {
      int to = Math.min(from + CHUNK, rows.length);
      ByteBuffer chunk = ByteBuffer.allocateDirect((to - from) * dimension);
      for (int i = from; i < to; i++) {
        chunk.put(rows[i]);
      }
      chunks.add(chunk);
    }
    return new Int8Vectors(chunks, rows.length, dimension, step);
  }

  /** Maps the first {@code size} vectors of a file into memory. */
  public static Int8Vectors map(Path file, int size, int dimension, float step) {
    List<ByteBuffer> chunks = new ArrayList<>();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      for (int from = 0; from < size; from += CHUNK) {
        long bytes = (long) Math.min(CHUNK, size - from) * dimension;
        chunks.add(channel.map(FileChannel.MapMode.READ_ONLY, (long) from * dimension, bytes));
      }
      return new Int8Vectors(chunks, size, dimension, step);
    } catch (IOException e) {
      throw FileErrors.cannotRead(file, e);
    }
  }

  /** Number of vectors. */
  public int size() {
    return size;
  }

  /** Dimension of the vectors. */
  public int dimension() {
    return dimension;
  }

  /** The component value that the byte 1 represents. */
  public float step() {
    return step;
  }

  /** CRC-32C of all components, by which a checkpoint recognises its vectors. */
  long checksum() {
    CRC32C checksum = new CRC32C();
    chunks.forEach(chunk -> checksum.update(chunk.duplicate().rewind()));
    return checksum.getValue();
  }

  /** Copies a vector. */
  public byte[] row(int index) {
    byte[] row = new byte[dimension];
    chunks.get(index / CHUNK).get(index % CHUNK * dimension, row);
    return row;
  }

  /** Copies a vector into an array. */
  void row(int index, byte[] to, int at) {
    chunks.get(index / CHUNK).get(index % CHUNK * dimension, to, at, dimension);
  }

  /**
   * Returns a view of consecutive vectors, without copying.
   *
   * @param from index of the first vector, a multiple of 65,536
   * @param to index after the last vector
   */
  Int8Vectors slice(int from, int to) {
    if (from % CHUNK != 0) {
      throw new IllegalArgumentException("from is " + from + ", expected a multiple of " + CHUNK);
    }
    List<ByteBuffer> slice = chunks.subList(from / CHUNK, (to + CHUNK - 1) / CHUNK);
    return new Int8Vectors(slice, to - from, dimension, step);
  }

  /** Copies {@code count} evenly spaced vectors. */
  Int8Vectors sample(int count) {
    List<ByteBuffer> copies = new ArrayList<>();
    byte[] row = new byte[dimension];
    for (int from = 0; from < count; from += CHUNK) {
      int to = Math.min(from + CHUNK, count);
      ByteBuffer chunk = ByteBuffer.allocateDirect((to - from) * dimension);
      for (int i = from; i < to; i++) {
        row((int) ((long) i * size / count), row, 0);
        chunk.put(row);
      }
      copies.add(chunk);
    }
    return new Int8Vectors(copies, count, dimension, step);
  }
}
