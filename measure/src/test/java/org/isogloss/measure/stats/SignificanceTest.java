// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SignificanceTest {
  /**
   * Paired values and the results of SciPy; the first line of the file describes how they were
   * computed.
   */
  record Scipy(double[] a, double[] b, double t, double p, String exactP, double low, double high) {
    @Override
    public String toString() {
      return a.length + " pairs";
    }
  }

  static Stream<Scipy> scipy() throws IOException, URISyntaxException {
    Path file =
        Path.of(
            Objects.requireNonNull(SignificanceTest.class.getResource("significance.tsv")).toURI());
    List<String> lines = Files.readAllLines(file);
    return lines.stream()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split("\t", -1))
        .map(
            f ->
                new Scipy(
                    numbers(f[0]),
                    numbers(f[1]),
                    Double.parseDouble(f[2]),
                    Double.parseDouble(f[3]),
                    f[4],
                    Double.parseDouble(f[5]),
                    Double.parseDouble(f[6])));
  }

  private static double[] numbers(String list) {
    return Arrays.stream(list.split(",", -1)).mapToDouble(Double::parseDouble).toArray();
  }

  @ParameterizedTest
  @MethodSource("scipy")
  void tTestAgreesWithScipy(Scipy scipy) {
    PairedTTest test = PairedTTest.of(scipy.a, scipy.b);
    assertThat(test.t()).isCloseTo(scipy.t, within(1e-9));
    assertThat(test.p()).isCloseTo(scipy.p, within(1e-10));
    assertThat(test.degreesOfFreedom()).isEqualTo(scipy.a.length - 1);
    assertThat(PairedTTest.of(scipy.b, scipy.a).p()).isCloseTo(scipy.p, within(1e-10));
  }

  @ParameterizedTest
  @MethodSource("scipy")
  void randomizationTestAgreesWithScipyOrTheTTest(Scipy scipy) {
    RandomizationTest test = RandomizationTest.of(scipy.a, scipy.b, 20_000, 5);
    if (scipy.exactP.equals("-")) {
      assertThat(test.exact()).isFalse();
      assertThat(test.p()).isCloseTo(scipy.p, within(0.03));
    } else {
      assertThat(test.exact()).isTrue();
      assertThat(test.p()).isCloseTo(Double.parseDouble(scipy.exactP), within(1e-12));
    }
  }

  @ParameterizedTest
  @MethodSource("scipy")
  void bootstrapIntervalAgreesWithScipyWithinSamplingError(Scipy scipy) {
    double[] differences = PairedValues.differences(scipy.a, scipy.b);
    ConfidenceInterval interval = ConfidenceInterval.ofMean(differences, 0.95, 100_000, 11);
    double width = scipy.high - scipy.low;
    assertThat(interval.low()).isCloseTo(scipy.low, within(0.02 * width));
    assertThat(interval.high()).isCloseTo(scipy.high, within(0.02 * width));
  }

  @Test
  void randomizationTestOfThreePairsAgreesWithAManualResult() {
    // Sums of +-1 +-2 +-3: 6 4 2 0 0 -2 -4 -6; four of eight are at least as extreme as 4.
    double[] zero = new double[3];
    assertThat(RandomizationTest.of(zero, new double[] {-1, 2, 3}, 1, 1))
        .isEqualTo(new RandomizationTest(0.5, 8, true));
    assertThat(RandomizationTest.of(zero, new double[] {1, 2, 3}, 1, 1).p()).isEqualTo(0.25);
  }

  @Test
  void sampledPermutationsApproximateTheExactResult() {
    Random random = new Random(3);
    double[] a = random.doubles(18).toArray();
    double[] b = Arrays.stream(a).map(x -> x + 0.2 * random.nextGaussian() + 0.05).toArray();
    double exact = RandomizationTest.of(a, b, 1, 1).p();
    // Pairs with equal values do not change the result; more than 20 differing pairs require
    // sampling.
    double[] a2 = Arrays.copyOf(a, 24);
    double[] b2 = Arrays.copyOf(b, 24);
    for (int i = 18; i < 24; i++) {
      b2[i] = 1e-9 * (i % 2 == 0 ? 1 : -1);
    }
    RandomizationTest drawn = RandomizationTest.of(a2, b2, 100_000, 42);
    assertThat(drawn.exact()).isFalse();
    assertThat(drawn.p()).isCloseTo(exact, within(0.006));
    assertThat(RandomizationTest.of(a2, b2, 100_000, 42)).isEqualTo(drawn);
  }

  @Test
  void equalValuesAreNotSignificant() {
    double[] same = {0.1, 0.5, 0.7};
    assertThat(PairedTTest.of(same, same)).isEqualTo(new PairedTTest(0, 2, 1));
    assertThat(RandomizationTest.of(same, same, 10, 1).p()).isOne();
    assertThat(PairedTTest.of(new double[] {1}, new double[] {2}).p()).isOne();
    assertThat(PairedTTest.of(new double[3], new double[] {1, 1, 1}))
        .isEqualTo(new PairedTTest(Double.POSITIVE_INFINITY, 2, 0));
    assertThatThrownBy(() -> PairedTTest.of(same, new double[2]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("3 and 2");
  }

  @Test
  void bootstrapOfAConstantIsThatConstant() {
    assertThat(ConfidenceInterval.ofMean(new double[] {2, 2, 2}, 0.9, 100, 1))
        .isEqualTo(new ConfidenceInterval(2, 2, 0.9));
    assertThat(ConfidenceInterval.ofMean(new double[0], 0.9, 100, 1))
        .isEqualTo(new ConfidenceInterval(0, 0, 0.9));
  }

  @Test
  void holmCorrectionAgreesWithAManualResult() {
    // 4 x 0.005; 3 x 0.01; 2 x 0.03; 0.04, but not below the previous value.
    assertThat(HolmCorrection.adjust(0.01, 0.04, 0.03, 0.005))
        .containsExactly(0.03, 0.06, 0.06, 0.02);
    assertThat(HolmCorrection.adjust(0.6, 0.7)).containsExactly(1, 1);
    assertThat(HolmCorrection.adjust()).isEmpty();
  }
}
