// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import java.util.Random;
import java.util.stream.DoubleStream;
import org.isogloss.core.util.Margin;
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

  private static Optional<ThresholdEstimate> estimate(double[] scores) {
    return ThresholdEstimate.of(scores, Margin.RATIO);
  }

  @Test
  void separatesTwoDistributions() {
    ThresholdEstimate found = estimate(both(others(356), translations(300))).orElseThrow();
    assertThat(found.isReliable()).isTrue();
    assertThat(found.expectedTranslations()).isCloseTo(300, within(15.0));
    assertThat(found.threshold()).isBetween(1.05, 1.10);
    assertThat(found.expectedPrecision()).isGreaterThan(0.95);
    assertThat(found.retained()).isBetween(280, 315);
  }

  /** Means and deviations as compact has them for Chinese and Arabic, with wide overlaps. */
  @Test
  void separatesDistributionsThatOverlap() {
    double[] wrong =
        DoubleStream.generate(() -> 1.006 - 0.016 * Math.log(-Math.log(random.nextDouble())))
            .limit(660)
            .toArray();
    double[] right =
        DoubleStream.generate(() -> 1.083 + 0.0276 * random.nextGaussian()).limit(1_970).toArray();
    ThresholdEstimate found = estimate(both(wrong, right)).orElseThrow();
    assertThat(found.isReliable()).isTrue();
    assertThat(share(right, found.threshold())).as("recall").isGreaterThan(0.9);
    double precision = share(right, found.threshold()) * right.length / found.retained();
    assertThat(precision).isGreaterThan(0.94);
    assertThat(found.expectedPrecision()).isCloseTo(precision, within(0.05));
  }

  private static double share(double[] scores, double threshold) {
    return DoubleStream.of(scores).filter(score -> score >= threshold).count()
        / (double) scores.length;
  }

  /** A model with large ratios, whose logarithms are distributed as the others. */
  @Test
  void isAppliedToTheLogarithmsOfRatios() {
    double[] small = both(others(356), translations(300));
    double[] large = DoubleStream.of(small).map(score -> Math.exp(10 * Math.log(score))).toArray();
    ThresholdEstimate found = estimate(large).orElseThrow();
    ThresholdEstimate expected = estimate(small).orElseThrow();
    assertThat(found.retained()).isEqualTo(expected.retained());
    assertThat(found.separation()).isCloseTo(expected.separation(), within(1e-6));
  }

  @Test
  void acceptsDistancesOfAnySign() {
    double[] distances =
        DoubleStream.of(both(others(356), translations(300))).map(x -> x - 1.05).toArray();
    assertThat(ThresholdEstimate.of(distances, Margin.DISTANCE).orElseThrow().threshold())
        .isBetween(0.0, 0.05);
  }

  @Test
  void isNotReliableWithoutTranslations() {
    assertThat(estimate(others(1_000)).filter(ThresholdEstimate::isReliable)).isEmpty();
  }

  @Test
  void isNotReliableIfAllPairsAreTranslations() {
    assertThat(estimate(translations(1_000)).filter(ThresholdEstimate::isReliable)).isEmpty();
  }

  @Test
  void needsEnoughDifferentScores() {
    assertThat(estimate(new double[] {1, 1.2})).isEmpty();
    assertThat(estimate(DoubleStream.generate(() -> 1).limit(100).toArray())).isEmpty();
  }

  @Test
  void takesBoundedTimeForManyScores() {
    ThresholdEstimate found = estimate(both(others(300_000), translations(30_000))).orElseThrow();
    assertThat(found.expectedTranslations()).isCloseTo(30_000, within(1_500.0));
  }
}
