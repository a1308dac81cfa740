// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class ThresholdEstimateTest {
  private final Random random = new Random(5);

  private double[] others(int count) {
    return DoubleStream.generate(() -> 1 - 0.015 * Math.log(-Math.log(random.nextDouble())))
        .limit(count)
        .toArray();
  }

  private double[] translations(int count) {
    return DoubleStream.generate(() -> 1.13 + 0.025 * random.nextGaussian()).limit(count).toArray();
  }

  private static double[] both(double[] a, double[] b) {
    return DoubleStream.concat(DoubleStream.of(a), DoubleStream.of(b)).toArray();
  }

  @Test
  void separatesTwoDistributions() {
    ThresholdEstimate found =
        ThresholdEstimate.of(both(others(356), translations(300))).orElseThrow();
    assertThat(found.isReliable()).isTrue();
    assertThat(found.expectedTranslations()).isCloseTo(300, within(15.0));
    assertThat(found.threshold()).isBetween(1.05, 1.10);
    assertThat(found.expectedPrecision()).isGreaterThan(0.95);
    assertThat(found.retained()).isBetween(280, 315);
  }

  @Test
  void isNotReliableWithoutTranslations() {
    assertThat(ThresholdEstimate.of(others(1_000)).filter(ThresholdEstimate::isReliable)).isEmpty();
  }

  @Test
  void isNotReliableIfAllPairsAreTranslations() {
    assertThat(ThresholdEstimate.of(translations(1_000)).filter(ThresholdEstimate::isReliable))
        .isEmpty();
  }

  @Test
  void needsEnoughDifferentScores() {
    assertThat(ThresholdEstimate.of(new double[] {1, 1.2})).isEmpty();
    assertThat(ThresholdEstimate.of(DoubleStream.generate(() -> 1).limit(100).toArray())).isEmpty();
  }

  @Test
  void takesBoundedTimeForManyScores() {
    ThresholdEstimate found =
        ThresholdEstimate.of(both(others(300_000), translations(30_000))).orElseThrow();
    assertThat(found.expectedTranslations()).isCloseTo(30_000, within(1_500.0));
  }
}
