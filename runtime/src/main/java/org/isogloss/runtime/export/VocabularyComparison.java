// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.Initializer;

/** Compares two vocabularies by checksums of their rows, without loading them into memory. */
final class VocabularyComparison {
  private VocabularyComparison() {}

  /**
   * Returns the rows of a trained vocabulary that differ from those of another vocabulary.
   *
   * <p>Rows are equal if the trained row, after quantisation, equals the other row, or if its
   * values equal the dequantised values of the other row. Usually both conditions hold, but
   * quantising dequantised values again can change the last bit of a scale.
   *
   * @param trained the trained vocabulary in single precision
   * @param rounded the trained vocabulary in the format of the other
   * @param other the other vocabulary, of the same shape
   */
  static int[] differingRows(
      Initializer trained, List<Initializer> rounded, List<Initializer> other) {
    int[] roundedChecksums = storedChecksums(rounded);
    int[] otherChecksums = storedChecksums(other);
    int[] different =
        IntStream.range(0, roundedChecksums.length)
            .filter(row -> roundedChecksums[row] != otherChecksums[row])
            .toArray();
    if (different.length == 0) {
      return different;
    }
    int[] trainedFloats = storedChecksums(List.of(trained));
    int[] otherFloats = floatChecksums(other);
    return Arrays.stream(different).filter(row -> trainedFloats[row] != otherFloats[row]).toArray();
  }

  private static int[] storedChecksums(List<Initializer> tensors) {
    int[] all = new int[rows(tensors)];
    for (Initializer tensor : tensors) {
      RowChecksums checksums = new RowChecksums(all.length, tensor.bytes() / all.length);
      read(tensor, checksums);
      Arrays.setAll(all, row -> 31 * all[row] + checksums.rows[row]);
    }
    return all;
  }

  private static int rows(List<Initializer> tensors) {
    return Math.toIntExact(tensors.getFirst().shape()[0]);
  }

  /** Returns checksums of the dequantised values of rows, in single precision. */
  private static int[] floatChecksums(List<Initializer> tensors) {
    Initializer values = tensors.getFirst();
    if (values.type() == ElementType.FLOAT) {
      return storedChecksums(tensors);
    }
    long columns = values.shape()[1];
    FloatBuffer scales = floats(tensors.getLast());
    RowChecksums checksums = new RowChecksums(rows(tensors), columns * Float.BYTES);
    int block =
        Math.toIntExact(Initializer.elementCount(values.shape()) / Math.max(1, scales.remaining()));
    try (OutputStream out = new DequantizingOutput(values.type(), scales, block, checksums)) {
      values.content().writeTo(out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return checksums.rows;
  }

  private static FloatBuffer floats(Initializer tensor) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(Math.toIntExact(tensor.bytes()));
    read(tensor, bytes);
    return ByteBuffer.wrap(bytes.toByteArray()).order(ByteOrder.LITTLE_ENDIAN).asFloatBuffer();
  }

  private static void read(Initializer tensor, OutputStream into) {
    try {
      tensor.content().writeTo(into);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Dequantises integers with their scales. */
  private static final class DequantizingOutput extends OutputStream {
    private final ElementType type;
    private final FloatBuffer scales;
    private final int block;
    private final OutputStream out;
    private final ByteBuffer number =
        ByteBuffer.allocate(Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private long read;

    DequantizingOutput(ElementType type, FloatBuffer scales, int block, OutputStream out) {
      this.type = type;
      this.scales = scales;
      this.block = block;
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      if (type == ElementType.INT4) {
        writeFloat((byte) (b << 4) >> 4);
        writeFloat((byte) b >> 4);
      } else {
        writeFloat((byte) b);
      }
    }

    private void writeFloat(int integer) throws IOException {
      number.putFloat(0, integer * scales.get((int) (read++ / block)));
      out.write(number.array());
    }
  }

  /** Computes the checksums of the rows of a tensor, which all have the same width in bytes. */
  private static final class RowChecksums extends OutputStream {
    private final int[] rows;
    private final long width;
    private final CRC32C checksum = new CRC32C();
    private long written;

    RowChecksums(int count, long width) {
      this.rows = new int[count];
      this.width = width;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) {
      int end = from + length;
      for (int offset = from; offset < end; ) {
        int step = (int) Math.min(end - offset, width - written % width);
        checksum.update(bytes, offset, step);
        written += step;
        offset += step;
        if (written % width == 0) {
          rows[(int) (written / width) - 1] = (int) checksum.getValue();
          checksum.reset();
        }
      }
    }
  }
}
