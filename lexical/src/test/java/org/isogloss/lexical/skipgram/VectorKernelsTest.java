// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class VectorKernelsTest {
  private final long seed = new Random().nextLong();
  private final Random random = new Random(seed);

  private float[] vector(int length) {
    float[] values = new float[length];
    for (int i = 0; i < length; i++) {
      values[i] = random.nextFloat() - .5f;
    }
    return values;
  }

  @Test
  void agreeWithSumsInDoublePrecisionAtEveryLength() {
    for (int length = 1; length < 70; length++) {
      float[] vector = vector(length);
      float[][] matrix = {vector(length), vector(length), vector(length), vector(length)};
      int[] rows = {3, 0, 2, 1, 1};
      float[] products = new float[rows.length];
      VectorKernels.dots(products, vector, matrix, rows);
      for (int i = 0; i < rows.length; i++) {
        double expected = 0;
        for (int j = 0; j < length; j++) {
          expected += (double) vector[j] * matrix[rows[i]][j];
        }
        assertThat((double) products[i])
            .as("product %d of length %d, seed %d", i, length, seed)
            .isCloseTo(expected, within(1e-5));
      }
      float[] mean = new float[length];
      VectorKernels.mean(mean, matrix, rows, 1, 5);
      for (int j = 0; j < length; j++) {
        assertThat(mean[j])
            .as("mean %d of length %d, seed %d", j, length, seed)
            .isCloseTo((matrix[0][j] + matrix[2][j] + 2 * matrix[1][j]) / 4, within(1e-6f));
      }
    }
  }

  @Test
  void exchangeUsesTheRowBeforeItsChange() {
    float[] gradient = {1, 2};
    float[] row = {10, 20};
    VectorKernels.exchange(gradient, row, .5f, new float[] {4, 8});
    assertThat(gradient).containsExactly(6, 12);
    assertThat(row).containsExactly(12, 24);
  }

  @Test
  void theSigmoidIsExactToSixDigits() {
    IntStream.rangeClosed(-79_999, 79_999)
        .forEach(
            i -> {
              double x = i / 10_000.0;
              assertThat((double) SigmoidTable.sigmoid((float) x))
                  .as("sigmoid(%f)", x)
                  .isCloseTo(1 / (1 + Math.exp(-x)), within(4e-6));
            });
    assertThat(SigmoidTable.sigmoid(-8)).isZero();
    assertThat(SigmoidTable.sigmoid(8)).isEqualTo(1);
    assertThat(SigmoidTable.sigmoid(Float.NEGATIVE_INFINITY)).isZero();
    assertThat(SigmoidTable.sigmoid(Float.NaN)).isNaN();
  }
}
