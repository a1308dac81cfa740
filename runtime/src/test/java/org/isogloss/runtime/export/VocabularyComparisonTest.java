// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.isogloss.runtime.onnx.ElementType;
import org.isogloss.runtime.onnx.Initializer;
import org.junit.jupiter.api.Test;

class VocabularyComparisonTest {
  private static final int ROWS = 5;
  private static final int WIDTH = BlockInt4Quantization.BLOCK;

  private final byte[] packed = new byte[ROWS * WIDTH / 2];
  private final float[] scales = new float[ROWS];
  private final float[] dequantized = new float[ROWS * WIDTH];

  /** Creates random four-bit values, and their dequantised values. */
  VocabularyComparisonTest() {
    long seed = 11;
    Random random = new Random(seed);
    random.nextBytes(packed);
    for (int row = 0; row < ROWS; row++) {
      scales[row] = random.nextFloat(-1, 1);
    }
    for (int i = 0; i < dequantized.length; i++) {
      int shift = i % 2 == 0 ? 4 : 0;
      dequantized[i] = ((byte) (packed[i / 2] << shift) >> 4) * scales[i / WIDTH];
    }
  }

  private static List<Initializer> fourBits(byte[] packed, float[] scales) {
    return List.of(
        Initializer.bytes("rows", ElementType.INT4, new long[] {ROWS, WIDTH}, packed),
        Initializer.floats("scales", new long[] {ROWS, 1}, scales));
  }

  private static Initializer floats(float[] rows) {
    return Initializer.floats("rows", new long[] {ROWS, WIDTH}, rows);
  }

  @Test
  void rowsAreEqualIfQuantizedRowMatches() {
    float[] trained = dequantized.clone();
    trained[3 * WIDTH] += 1e-6f;
    List<Initializer> stored = fourBits(packed, scales);
    assertThat(VocabularyComparison.differingRows(floats(trained), stored, stored)).isEmpty();
  }

  @Test
  void rowsAreEqualIfDequantizedValuesMatch() {
    float[] moved = scales.clone();
    moved[2] = Math.nextUp(moved[2]);
    assertThat(
            VocabularyComparison.differingRows(
                floats(dequantized), fourBits(packed, moved), fourBits(packed, scales)))
        .isEmpty();
  }

  @Test
  void rowsDifferOtherwise() {
    float[] trained = dequantized.clone();
    trained[WIDTH] += 0.5f;
    trained[4 * WIDTH] += 0.5f;
    byte[] rounded = packed.clone();
    rounded[WIDTH / 2] ^= 1;
    rounded[4 * WIDTH / 2] ^= 1;
    assertThat(
            VocabularyComparison.differingRows(
                floats(trained), fourBits(rounded, scales), fourBits(packed, scales)))
        .containsExactly(1, 4);
  }
}
