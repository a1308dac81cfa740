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
 * Vectors in eight bits, outside of the heap: in memory, or in a file that is mapped into it, row
 * after row without anything between them. A component is its byte times the step, which all have
 * in common. Safe for many threads.
 */
public final class Int8Vectors {
  /** A power of two: so many vectors lie in one piece of memory. */
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
   * Brings vectors to eight bits.
   *
   * @param vectors {@code [n, dimension]}, of unit length
   */
  public static Int8Vectors of(float[][] vectors) {
    int dimension = vectors.length == 0 ? 1 : vectors[0].length;
    Int8VectorQuantizer quantization = Int8VectorQuantizer.fit(vectors);
    List<ByteBuffer> chunks = new ArrayList<>();
    for (int from = 0; from < vectors.length; from += CHUNK) {
      int to = Math.min(from + CHUNK, vectors.length);
      ByteBuffer chunk = ByteBuffer.allocateDirect((to - from) * dimension);
      for (int i = from; i < to; i++) {
        chunk.put(quantization.quantize(vectors[i]));
      }
      chunks.add(chunk);
    }
    return new Int8Vectors(chunks, vectors.length, dimension, quantization.step());
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

  /** How many vectors there are. */
  public int size() {
    return size;
  }

  /** Length of every vector. */
  public int dimension() {
    return dimension;
  }

  /** What 1 stands for in a component. */
  public float step() {
    return step;
  }

  /** The CRC-32C of all components: neighbours that were kept belong to vectors with this one. */
  long checksum() {
    CRC32C checksum = new CRC32C();
    chunks.forEach(chunk -> checksum.update(chunk.duplicate().rewind()));
    return checksum.getValue();
  }

  /** Copies a vector. */
  byte[] row(int index) {
    byte[] row = new byte[dimension];
    chunks.get(index / CHUNK).get(index % CHUNK * dimension, row);
    return row;
  }

  /** Copies a vector to a place in an array. */
  void row(int index, byte[] to, int at) {
    chunks.get(index / CHUNK).get(index % CHUNK * dimension, to, at, dimension);
  }

  /**
   * Vectors that follow each other, in the same memory.
   *
   * @param from a multiple of 65,536
   * @param to behind the last
   */
  Int8Vectors slice(int from, int to) {
    if (from % CHUNK != 0) {
      throw new IllegalArgumentException("from is " + from + ", expected a multiple of " + CHUNK);
    }
    List<ByteBuffer> some = chunks.subList(from / CHUNK, (to + CHUNK - 1) / CHUNK);
    return new Int8Vectors(some, to - from, dimension, step);
  }

  /** Copies so many of the vectors, taken at even distances. */
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
