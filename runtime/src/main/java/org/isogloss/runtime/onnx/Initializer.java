// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.onnx;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;

/**
 * A constant tensor of a graph. Its elements are computed when they are written, so that a model
 * need not fit in memory.
 *
 * @param bytes number of bytes that {@code content} writes
 */
public record Initializer(
    String name, ElementType type, long[] shape, long bytes, Content content) {
  private static final int BUFFER = 1 << 16;

  /** The elements of a tensor. */
  @FunctionalInterface
  public interface Content {
    /** Writes all elements, little-endian; can be called more than once. */
    void writeTo(OutputStream out) throws IOException;
  }

  /** Creates a tensor of floats that are computed as they are written. */
  public static Initializer floats(String name, long[] shape, FloatSource content) {
    long elements = elementCount(shape);
    return new Initializer(
        name,
        ElementType.FLOAT,
        shape,
        elements * Float.BYTES,
        out -> content.forEach(new FloatSink(out)));
  }

  public static Initializer floats(String name, long[] shape, float... values) {
    requireSize(name, shape, values.length);
    return floats(name, shape, sink -> sink.accept(values));
  }

  static Initializer integers(String name, long[] shape, long... values) {
    requireSize(name, shape, values.length);
    byte[] bytes = new byte[values.length * Long.BYTES];
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().put(values);
    return bytes(name, ElementType.INT64, shape, bytes);
  }

  public static Initializer bytes(String name, ElementType type, long[] shape, byte... values) {
    return new Initializer(name, type, shape, values.length, out -> out.write(values));
  }

  private static void requireSize(String name, long[] shape, int found) {
    if (elementCount(shape) != found) {
      throw new IllegalArgumentException(
          name + " of shape " + Arrays.toString(shape) + " has " + found + " elements");
    }
  }

  public static long elementCount(long... shape) {
    return Arrays.stream(shape).reduce(1, Math::multiplyExact);
  }

  /** Supplies the elements of a tensor in chunks. */
  @FunctionalInterface
  public interface FloatSource {
    void forEach(FloatSink sink) throws IOException;
  }

  /** Receives elements and writes them. */
  public static final class FloatSink {
    private final OutputStream out;
    private final byte[] buffer = new byte[BUFFER];
    private final FloatBuffer floats =
        ByteBuffer.wrap(buffer).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();

    private FloatSink(OutputStream out) {
      this.out = out;
    }

    public void accept(float... values) throws IOException {
      int step = floats.capacity();
      for (int from = 0; from < values.length; from += step) {
        int count = Math.min(step, values.length - from);
        floats.put(0, values, from, count);
        out.write(buffer, 0, count * Float.BYTES);
      }
    }
  }
}
