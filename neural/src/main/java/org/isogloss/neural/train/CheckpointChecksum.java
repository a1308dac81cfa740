// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Map;
import java.util.zip.CRC32C;

/** The CRC-32C of a checkpoint. While adding tensors, it checks that their elements are finite. */
final class CheckpointChecksum {
  private static final int CHUNK_SIZE = 1 << 14;
  private static final int EXPONENT_MASK = 0x7F80_0000;

  private final CRC32C checksum = new CRC32C();
  private final int[] chunk = new int[CHUNK_SIZE];
  private final ByteBuffer bytes =
      ByteBuffer.allocate(CHUNK_SIZE * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);

  /** Adds names and texts, in the order of the map. */
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
    FloatBuffer remaining = elements.duplicate().rewind();
    float[] floats = new float[CHUNK_SIZE];
    while (remaining.hasRemaining()) {
      int size = Math.min(CHUNK_SIZE, remaining.remaining());
      remaining.get(floats, 0, size);
      for (int i = 0; i < size; i++) {
        chunk[i] = Float.floatToRawIntBits(floats[i]);
        finite &= (chunk[i] & EXPONENT_MASK) != EXPONENT_MASK;
      }
      bytes.clear().asIntBuffer().put(chunk, 0, size);
      checksum.update(bytes.limit(size * Float.BYTES));
    }
    return finite;
  }

  String value() {
    return HexFormat.of().toHexDigits((int) checksum.getValue());
  }
}
