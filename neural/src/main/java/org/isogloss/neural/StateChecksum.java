package org.isogloss.neural;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32C;

/** The CRC-32C of what a checkpoint holds; looks at every number of its tensors on the way. */
final class StateChecksum {
  private static final int PIECE = 1 << 14;
  private static final int EXPONENT = 0x7F80_0000;

  private final CRC32C checksum = new CRC32C();
  private final int[] piece = new int[PIECE];
  private final ByteBuffer bytes =
      ByteBuffer.allocate(PIECE * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /** Adds texts by name, in the order of the map. */
  void add(Map<String, String> texts) {
    texts.forEach(
        (name, text) -> {
          add(name);
          add(text);
        });
  }

  private void add(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    checksum.update(ByteBuffer.allocate(Integer.BYTES).putInt(0, utf8.length));
    checksum.update(utf8);
  }

  /**
   * Adds a tensor.
   *
   * @return whether all its elements are finite
   */
  boolean add(String name, FloatBuffer elements) {
    add(name);
    boolean finite = true;
    FloatBuffer left = elements.duplicate().rewind();
    float[] floats = new float[PIECE];
    while (left.hasRemaining()) {
      int size = Math.min(PIECE, left.remaining());
      left.get(floats, 0, size);
      for (int i = 0; i < size; i++) {
        piece[i] = Float.floatToRawIntBits(floats[i]);
        finite &= (piece[i] & EXPONENT) != EXPONENT;
      }
      bytes.clear().asIntBuffer().put(piece, 0, size);
      checksum.update(bytes.limit(size * Float.BYTES));
    }
    return finite;
  }

  String value() {
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }
}
