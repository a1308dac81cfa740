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

/**
 * Compares two vocabularies row by row, of which neither is in memory: by checksums of the rows.
 */
final class VocabularyComparison {
  private VocabularyComparison() {}

  /**
   * Which rows of a trained vocabulary are not those of another.
   *
   * <p>A row is the other's if it becomes the other's by rounding, or if its numbers are those that
   * the other's rounded row stands for. Mostly both are true, but to round what was rounded may
   * move a scale by its last bit.
   *
   * @param trained in single precision
   * @param rounded the same, in the other's format
   * @param other in its format, of the same shape
   */
  static int[] differingRows(
      Initializer trained, List<Initializer> rounded, List<Initializer> other) {
    int[] some = storedChecksums(rounded);
    int[] others = storedChecksums(other);
    int[] different =
        IntStream.range(0, some.length).filter(row -> some[row] != others[row]).toArray();
    if (different.length == 0) {
      return different;
    }
    int[] numbers = storedChecksums(List.of(trained));
    int[] meant = floatChecksums(other);
    return Arrays.stream(different).filter(row -> numbers[row] != meant[row]).toArray();
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

  /** Checksums of the numbers that rows stand for, in single precision. */
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

  /** Makes floats of whole numbers and their scales. */
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
        pass((byte) (b << 4) >> 4);
        pass((byte) b >> 4);
      } else {
        pass((byte) b);
      }
    }

    private void pass(int whole) throws IOException {
      number.putFloat(0, whole * scales.get((int) (read++ / block)));
      out.write(number.array());
    }
  }

  /** Takes the rows of a tensor, all of one width in bytes. */
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
      for (int at = from; at < end; ) {
        int step = (int) Math.min(end - at, width - written % width);
        checksum.update(bytes, at, step);
        written += step;
        at += step;
        if (written % width == 0) {
          rows[(int) (written / width) - 1] = (int) checksum.getValue();
          checksum.reset();
        }
      }
    }
  }
}
