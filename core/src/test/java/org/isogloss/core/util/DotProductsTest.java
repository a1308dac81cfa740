// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DotProductsTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, 4, 5, 8, 383, 384})
  void equalTheExactSum(int dimension) {
    long seed = 17;
    SplittableRandom random = new SplittableRandom(seed);
    float[] a = vector(dimension, random);
    float[] b = vector(dimension, random);
    BigDecimal sum = BigDecimal.ZERO;
    for (int i = 0; i < dimension; i++) {
      sum = sum.add(new BigDecimal(a[i]).multiply(new BigDecimal(b[i])));
    }
    double exact = sum.doubleValue();
    assertThat(DotProducts.inDoublePrecision(a, b))
        .as("seed %d", seed)
        .isCloseTo(exact, within(1e-13));
    assertThat(DotProducts.inSinglePrecision(a, b))
        .as("seed %d", seed)
        .isCloseTo((float) exact, within(1e-5f));
  }

  private static float[] vector(int dimension, SplittableRandom random) {
    float[] vector = new float[dimension];
    for (int i = 0; i < dimension; i++) {
      vector[i] = (float) random.nextDouble(-1, 1);
    }
    return vector;
  }

  @Test
  void rejectVectorsOfDifferentLength() {
    float[] two = new float[2];
    float[] three = new float[3];
    assertThatThrownBy(() -> DotProducts.inSinglePrecision(two, three))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("2 and 3 dimensions");
    assertThatThrownBy(() -> DotProducts.inDoublePrecision(three, two))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("3 and 2 dimensions");
  }
}
