// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.safetensors;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;

/** Receives the elements of one tensor, row by row, in any number of calls. */
public final class TensorOutput {
  private final OutputStream out;
  private final TensorInfo tensor;
  private final ByteBuffer buffer = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
  private long written;

  TensorOutput(OutputStream out, TensorInfo tensor) {
    this.out = out;
    this.tensor = tensor;
  }

  /**
   * Writes elements, rounded to the type of the tensor.
   *
   * @throws IllegalArgumentException if the tensor's type is not a floating-point type
   */
  public void floats(float... values) throws IOException {
    floats(FloatBuffer.wrap(values));
  }

  /** Writes the remaining elements of a buffer as {@link #floats(float...)} does. */
  public void floats(FloatBuffer values) throws IOException {
    while (values.hasRemaining()) {
      if (buffer.remaining() < Double.BYTES) {
        drain();
      }
      tensor.type().put(buffer, values.get());
    }
    drain();
  }

  /** Writes elements that are already encoded in the tensor's type, little-endian. */
  public void bytes(byte... bytes) throws IOException {
    out.write(bytes);
    written += bytes.length;
  }

  /** Writes the remaining bytes of a buffer as {@link #bytes(byte...)} does. */
  public void bytes(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int length = Math.min(bytes.remaining(), buffer.capacity());
      bytes.get(buffer.array(), 0, length);
      out.write(buffer.array(), 0, length);
      written += length;
    }
  }

  private void drain() throws IOException {
    out.write(buffer.array(), 0, buffer.position());
    written += buffer.position();
    buffer.clear();
  }

  void finish() {
    if (written != tensor.byteSize()) {
      throw new IllegalStateException(
          "tensor \""
              + tensor.name()
              + "\" "
              + tensor.describe()
              + " takes "
              + tensor.byteSize()
              + " bytes, but "
              + written
              + " were written");
    }
  }
}
