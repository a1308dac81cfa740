// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NaturalBreaksTest {
  private static int[] classes(NaturalBreaks breaks, double... values) {
    return Arrays.stream(values).mapToInt(breaks::classOf).toArray();
  }

  @Test
  void splitsAtTheLargestGaps() {
    NaturalBreaks breaks = NaturalBreaks.of(new double[] {9, 1, 2, 21, 8, 20, 2.5}, 3);
    assertThat(breaks.classes()).isEqualTo(3);
    assertThat(classes(breaks, 1, 2, 2.5, 8, 9, 20, 21)).containsExactly(1, 1, 1, 2, 2, 3, 3);
    assertThat(classes(breaks, 0, 7, 100)).containsExactly(1, 1, 3);
  }

  @Test
  void keepsEqualValuesTogether() {
    NaturalBreaks breaks = NaturalBreaks.of(new double[] {5, 5, 5, 1, 5, -0.0, 0.0}, 6);
    assertThat(breaks.classes()).isEqualTo(3);
    assertThat(classes(breaks, 0, 1, 5)).containsExactly(1, 2, 3);
    assertThat(NaturalBreaks.of(new double[] {3, 3}, 6).classes()).isEqualTo(1);
  }

  @Test
  void enlargesTheHighestClassIfSeveralClassificationsAreOptimal() {
    NaturalBreaks breaks = NaturalBreaks.of(new double[] {1, 2, 3}, 2);
    assertThat(classes(breaks, 1, 2, 3)).containsExactly(1, 2, 2);
  }

  @Test
  void rejectsWhatCannotBeClassified() {
    assertThatThrownBy(() -> NaturalBreaks.of(new double[0], 2))
        .hasMessageContaining("expected one or more finite values");
    assertThatThrownBy(() -> NaturalBreaks.of(new double[] {Double.NaN}, 2))
        .hasMessageContaining("NaN");
    assertThatThrownBy(() -> NaturalBreaks.of(new double[] {1}, 0))
        .hasMessage("classes is 0, expected 1 or more");
  }

  /** The sum of squared deviations is that of the best of all classifications. */
  @Test
  void isAsGoodAsTheBestOfAllClassifications() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 300; round++) {
      double[] values =
          IntStream.range(0, 1 + random.nextInt(11))
              .mapToDouble(i -> random.nextBoolean() ? random.nextInt(6) : 20 * random.nextDouble())
              .toArray();
      int classes = 1 + random.nextInt(6);
      NaturalBreaks breaks = NaturalBreaks.of(values, classes);
      double[] sorted = Arrays.stream(values).sorted().toArray();
      assertThat(deviations(sorted, breaks))
          .as("seed %d, round %d: %s", seed, round, Arrays.toString(sorted))
          .isCloseTo(best(sorted, 0, classes), within(1e-9));
      assertThat(breaks.classes())
          .as("seed %d, round %d", seed, round)
          .isEqualTo(Math.min(classes, (int) Arrays.stream(values).distinct().count()));
    }
  }

  private static double deviations(double[] sorted, NaturalBreaks breaks) {
    return IntStream.rangeClosed(1, breaks.classes())
        .mapToDouble(
            number ->
                deviation(
                    Arrays.stream(sorted)
                        .filter(value -> breaks.classOf(value) == number)
                        .toArray()))
        .sum();
  }

  private static double deviation(double... values) {
    double mean = Arrays.stream(values).average().orElseThrow();
    return Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
  }

  /** Tries every end of the first class. */
  private static double best(double[] sorted, int from, int classes) {
    if (from == sorted.length) {
      return 0;
    }
    if (classes == 1) {
      return deviation(Arrays.copyOfRange(sorted, from, sorted.length));
    }
    double best = Double.POSITIVE_INFINITY;
    for (int end = from + 1; end <= sorted.length; end++) {
      double first = deviation(Arrays.copyOfRange(sorted, from, end));
      best = Math.min(best, first + best(sorted, end, classes - 1));
    }
    return best;
  }
}
