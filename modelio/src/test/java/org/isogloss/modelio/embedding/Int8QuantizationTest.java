// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.embedding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class Int8QuantizationTest {
  @Test
  void mapsLargestValueOfRowTo127() {
    Int8Quantization q =
        Int8Quantization.quantize(new float[] {2, -1, 0, 0, 0, -8}, 3, new float[] {1, 0.5f});
    assertThat(q.embeddings().values()).containsExactly(127, -64 + 1, 0, 0, 0, -127);
    assertThat(q.embeddings().scales()[0]).isCloseTo(2f / 127, within(1e-7f));
    assertThat(q.embeddings().vector(1)).containsExactly(new float[] {0, 0, -4}, within(1e-6f));
  }

  @Test
  void reportsQuantizationError() {
    Random random = new Random(5);
    float[] rows = new float[256 * 50];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = (float) random.nextGaussian();
    }
    float[] ones = new float[50];
    Arrays.fill(ones, 1);
    Int8Quantization q = Int8Quantization.quantize(rows, 256, ones);
    assertThat(q.minCosine()).isBetween(0.999, q.meanCosine());
    assertThat(q.meanCosine()).isLessThan(1);
    assertThat(q.maxRelativeError()).isPositive().isLessThanOrEqualTo(0.5 / 127 + 1e-9);
    for (int piece = 0; piece < 50; piece++) {
      for (int i = 0; i < 256; i++) {
        assertThat(q.embeddings().vector(piece)[i])
            .isCloseTo(rows[piece * 256 + i], within(q.embeddings().scales()[piece] * 0.51f));
      }
    }
  }

  @Test
  void keepsRowsOfZeros() {
    Int8Quantization q = Int8Quantization.quantize(new float[4], 2, new float[] {1, 1});
    assertThat(q.embeddings().vector(0)).containsOnly(0);
    assertThat(q.minCosine()).isEqualTo(1);
  }

  @Test
  void rejectsInvalidRows() {
    assertThatThrownBy(() -> Int8Quantization.quantize(new float[5], 2, new float[2]))
        .hasMessageContaining("5 numbers, expected 2 rows of 2");
    assertThatThrownBy(
            () -> Int8Quantization.quantize(new float[] {1, Float.NaN}, 1, new float[] {1, 1}))
        .hasMessageContaining("row 1 holds NaN");
  }
}
