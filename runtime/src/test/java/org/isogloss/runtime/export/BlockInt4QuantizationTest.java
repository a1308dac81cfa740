// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.FloatRange;
import org.junit.jupiter.api.Test;

class BlockInt4QuantizationTest {
  private static float[] quantizeAndDequantize(float[] values) {
    float scale = BlockInt4Quantization.scale(values, 0);
    byte[] bytes = new byte[BlockInt4Quantization.BLOCK / 2];
    BlockInt4Quantization.pack(values, 0, scale, bytes, 0);
    float[] back = new float[values.length];
    for (int i = 0; i < bytes.length; i++) {
      back[2 * i] = scale * ((byte) (bytes[i] << 4) >> 4) + 0f;
      back[2 * i + 1] = scale * (bytes[i] >> 4) + 0f;
    }
    return back;
  }

  @Provide
  Arbitrary<int[]> fourBits() {
    return Arbitraries.integers()
        .between(-8, 7)
        .array(int[].class)
        .ofSize(BlockInt4Quantization.BLOCK);
  }

  @Property
  void reproducesDequantizedValuesExactly(
      @ForAll("fourBits") int[] whole, @ForAll @FloatRange(min = 0.01f, max = 10) float anyScale) {
    float scale = Float.float16ToFloat(Float.floatToFloat16(anyScale));
    float[] values = new float[whole.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = scale * whole[i];
    }
    assertThat(quantizeAndDequantize(values)).containsExactly(values);
  }

  @Test
  void errorIsAtMostHalfOfStep() {
    Random random = new Random(5);
    for (int round = 0; round < 1000; round++) {
      float[] values = new float[BlockInt4Quantization.BLOCK];
      float largest = 0;
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) random.nextGaussian();
        largest = Math.max(largest, Math.abs(values[i]));
      }
      double squares = 0;
      float[] back = quantizeAndDequantize(values);
      for (int i = 0; i < values.length; i++) {
        squares += Math.pow(values[i] - back[i], 2);
      }
      assertThat(Math.sqrt(squares / values.length)).isLessThan(largest / 7 / 2);
    }
  }

  @Test
  void keepsZeros() {
    float[] zeros = new float[BlockInt4Quantization.BLOCK];
    assertThat(quantizeAndDequantize(zeros)).containsExactly(zeros);
    float[] one = zeros.clone();
    one[3] = -0.25f;
    assertThat(quantizeAndDequantize(one)).containsExactly(one);
    Arrays.fill(one, Float.MIN_VALUE);
    assertThat(quantizeAndDequantize(one)).doesNotContain(Float.NaN);
  }
}
