// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.server.embedding;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VectorTypeTest {
  private static final float[] VECTOR = {0.6f, 0, -0.8f, 0, 0, 0, 0, 0, 1e-9f};

  /** As numpy.packbits(vector > 0) packs them. */
  @Test
  void packsSignsAsBits() {
    assertThat(VectorType.UBINARY.bytes(VECTOR)).containsExactly((byte) 0x80, (byte) 0x80);
    assertThat(VectorType.BINARY.bytes(VECTOR)).containsExactly((byte) 0, (byte) 0);
    assertThat(VectorType.UBINARY.bytes(new float[] {-1, 1, 1, -1, -1, -1, -1, 1}))
        .containsExactly((byte) 0x61);
    assertThat(VectorType.BINARY.bytes(new float[] {-1, 1, 1, -1, -1, -1, -1, 1}))
        .containsExactly((byte) (0x61 - 128));
  }

  /** 127 * sqrt(4) / 8 = 31.75. */
  @Test
  void scalesIntegersByTheDimension() {
    float[] vector = {0.5f, -0.5f, 0.1f, 0.7f};
    assertThat(VectorType.INT8.bytes(vector))
        .containsExactly((byte) 16, (byte) -16, (byte) 3, (byte) 22);
    assertThat(VectorType.UINT8.bytes(vector))
        .containsExactly((byte) 144, (byte) 112, (byte) 131, (byte) 150);
    float[] hub = new float[256];
    hub[0] = 1;
    hub[1] = -1;
    assertThat(VectorType.INT8.bytes(hub)).startsWith((byte) 127, (byte) -127, (byte) 0);
  }
}
