// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class VectorMathTest {
  @Test
  void approximatesTheExponentialOfTheTangent() {
    float[] values = new float[200_000];
    for (int i = 0; i < values.length; i++) {
      values[i] = (i - values.length / 2) * 2e-4f;
    }
    values[0] = Float.NEGATIVE_INFINITY;
    values[1] = Float.POSITIVE_INFINITY;
    values[2] = 1e-30f;
    float[] approximated = values.clone();
    VectorMath.expTanh(approximated, 0.25f);
    double error = 0;
    for (int i = 0; i < values.length; i++) {
      double exact = Math.exp(Math.tanh(values[i] + 0.25));
      error = Math.max(error, Math.abs(approximated[i] - exact));
    }
    assertThat(error).isLessThan(1e-6);
  }

  @Test
  void keepsWhatIsNotANumber() {
    float[] values = {Float.NaN};
    VectorMath.expTanh(values, 0);
    assertThat(values[0]).isNaN();
  }

  @Test
  void multipliesVectorsAndMatrices() {
    float[][] matrix = new float[7][5];
    float[] vector = new float[7];
    double[] expected = {1, 1, 1, 1, 1};
    for (int row = 0; row < 7; row++) {
      vector[row] = row - 2;
      for (int column = 0; column < 5; column++) {
        matrix[row][column] = row * 0.5f + column;
        expected[column] += vector[row] * matrix[row][column];
      }
    }
    float[] sum = {1, 1, 1, 1, 1};
    VectorMath.addProduct(vector, matrix, sum);
    for (int column = 0; column < 5; column++) {
      assertThat((double) sum[column]).isCloseTo(expected[column], within(1e-4));
    }
    assertThat(VectorMath.dot(vector, vector)).isEqualTo(4 + 1 + 0 + 1 + 4 + 9 + 16);
  }
}
