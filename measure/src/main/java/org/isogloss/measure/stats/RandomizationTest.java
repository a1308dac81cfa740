// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

import java.util.Arrays;
import java.util.Random;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * Fisher's paired two-tailed randomisation (permutation) test: the probability of a difference at
 * least as large as the observed one if the results of each pair were assigned to the systems at
 * random (Smucker, Allan and Carterette, CIKM 2007).
 *
 * @param p the p-value, from 0 to 1
 * @param permutations number of permutations that were evaluated
 * @param exact whether these are all permutations
 */
public record RandomizationTest(double p, long permutations, boolean exact) {
  /** Default number of random permutations. */
  public static final int DEFAULT_SAMPLES = 20_000;

  /** Maximum number of differing pairs for which all permutations are evaluated. */
  static final int MAX_EXACT_PAIRS = 20;

  /**
   * Rounding errors of sums, as a share of the added numbers: the same numbers in another order may
   * have another sum.
   */
  private static final double ROUNDING = 1e-12;

  /**
   * Tests the differences {@code b - a}. If at most 20 pairs differ, the test is exact; otherwise
   * it samples random permutations, and {@code p} is (1 + number of samples at least as extreme) /
   * (1 + number of samples).
   *
   * @param samples number of permutations to sample, 1 or more
   * @throws IllegalArgumentException if the lengths differ
   */
  public static RandomizationTest of(double[] a, double[] b, int samples, long seed) {
    double[] differences =
        Arrays.stream(PairedValues.differences(a, b))
            .filter(difference -> difference != 0)
            .toArray();
    return of(
        differences.length,
        exchanged -> {
          double sum = 0;
          for (int i = 0; i < differences.length; i++) {
            sum += exchanged[i] ? -differences[i] : differences[i];
          }
          return sum;
        },
        ROUNDING * Arrays.stream(differences).map(Math::abs).sum(),
        samples,
        seed);
  }

  /**
   * Tests the difference of two systems in a measure that need not be a mean, such as F1, as {@link
   * #of(double[], double[], int, long)} tests means (approximate randomisation; Yeh, COLING 2000).
   *
   * @param pairs number of pairs of results that differ
   * @param difference computes the difference of the systems after the results of some pairs were
   *     exchanged, from a flag for each pair {@code [pairs]}
   * @param tolerance rounding error of a difference
   * @param samples number of permutations to sample, 1 or more
   */
  public static RandomizationTest of(
      int pairs, ToDoubleFunction<boolean[]> difference, double tolerance, int samples, long seed) {
    if (samples < 1) {
      throw new IllegalArgumentException("samples are " + samples + ", expected 1 or more");
    }
    double observed = Math.abs(difference.applyAsDouble(new boolean[pairs]));
    Predicate<boolean[]> extreme =
        exchanged -> Math.abs(difference.applyAsDouble(exchanged)) >= observed - tolerance;
    return pairs <= MAX_EXACT_PAIRS
        ? exact(pairs, extreme)
        : sampled(pairs, extreme, samples, new Random(seed));
  }

  private static RandomizationTest exact(int pairs, Predicate<boolean[]> extreme) {
    boolean[] exchanged = new boolean[pairs];
    long all = 1L << pairs;
    long asExtreme = 0;
    for (long permutation = 0; permutation < all; permutation++) {
      for (int i = 0; i < pairs; i++) {
        exchanged[i] = (permutation >> i & 1) == 1;
      }
      asExtreme += extreme.test(exchanged) ? 1 : 0;
    }
    return new RandomizationTest(asExtreme / (double) all, all, true);
  }

  private static RandomizationTest sampled(
      int pairs, Predicate<boolean[]> extreme, int samples, Random random) {
    boolean[] exchanged = new boolean[pairs];
    long asExtreme = 0;
    for (int sample = 0; sample < samples; sample++) {
      long bits = 0;
      for (int i = 0; i < pairs; i++) {
        bits = i % Long.SIZE == 0 ? random.nextLong() : bits >>> 1;
        exchanged[i] = (bits & 1) == 1;
      }
      asExtreme += extreme.test(exchanged) ? 1 : 0;
    }
    return new RandomizationTest((asExtreme + 1.0) / (samples + 1.0), samples, false);
  }
}
