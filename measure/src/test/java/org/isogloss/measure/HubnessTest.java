// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class HubnessTest {
  private static final float HALF = (float) Math.sqrt(0.5);

  /** A star: the first vector has a cosine of .71 to each other one, which have .5 in pairs. */
  private static final float[][] STAR = {
    {1, 0, 0, 0, 0},
    {HALF, HALF, 0, 0, 0},
    {HALF, 0, HALF, 0, 0},
    {HALF, 0, 0, HALF, 0},
    {HALF, 0, 0, 0, HALF},
  };

  /** By hand: occurrences 4, 1, 0, 0, 0; mean 1, second moment 2.4, third moment 4.8. */
  @Test
  void measuresTheSkewnessOfOccurrences() {
    Hubness hubness = Hubness.of(STAR, 1);
    assertThat(hubness.occurrences()).containsExactly(4, 1, 0, 0, 0);
    assertThat(hubness.skewness()).isCloseTo(4.8 / Math.pow(2.4, 1.5), within(1e-12));
    assertThat(hubness.antihubShare()).isCloseTo(0.6, within(1e-12));
    assertThat(hubness.largestHub()).isZero();
  }

  @Test
  void isZeroIfAllOccurEquallyOften() {
    assertThat(Hubness.of(STAR, 4).occurrences()).containsOnly(4);
    assertThat(Hubness.of(STAR, 4).skewness()).isZero();
  }

  @Test
  void agreesWithSortingAllCosines() {
    Random random = new Random(5);
    float[][] vectors = new float[60][13];
    for (float[] vector : vectors) {
      double length = 0;
      for (int i = 0; i < vector.length; i++) {
        vector[i] = (float) random.nextGaussian() + 0.5f;
        length += vector[i] * vector[i];
      }
      for (int i = 0; i < vector.length; i++) {
        vector[i] /= (float) Math.sqrt(length);
      }
    }
    int[] expected = new int[vectors.length];
    for (int i = 0; i < vectors.length; i++) {
      int self = i;
      IntStream.range(0, vectors.length)
          .filter(j -> j != self)
          .boxed()
          .sorted(Comparator.comparingDouble(j -> -cosine(vectors[self], vectors[j])))
          .limit(7)
          .forEach(j -> expected[j]++);
    }
    Hubness hubness = Hubness.of(vectors, 7);
    assertThat(hubness.occurrences()).isEqualTo(expected);
    assertThat(Arrays.stream(expected).sum()).isEqualTo(7 * vectors.length);
    assertThat(expected[hubness.largestHub()]).isEqualTo(Arrays.stream(expected).max().orElse(0));
  }

  private static double cosine(float[] a, float[] b) {
    return IntStream.range(0, a.length).mapToDouble(i -> (double) a[i] * b[i]).sum();
  }

  @Test
  void needsMoreVectorsThanNeighbours() {
    assertThatThrownBy(() -> Hubness.of(STAR, 5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("neighbours is 5, expected 1 to 4");
    assertThatThrownBy(() -> Hubness.of(new float[0][], 1))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
