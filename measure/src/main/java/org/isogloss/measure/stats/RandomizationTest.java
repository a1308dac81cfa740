// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.stats;

import java.util.Arrays;
import java.util.Random;

/**
 * Fisher's paired two-tailed randomisation (permutation) test: the probability of a mean difference
 * at least as large as the observed one if the values of each pair were assigned to the systems at
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
   * Tests the differences {@code b - a}. If at most 20 pairs differ, the test is exact; otherwise
   * it samples random permutations, and {@code p} is (1 + number of samples at least as extreme) /
   * (1 + number of samples).
   *
   * @param samples number of permutations to sample, 1 or more
   * @throws IllegalArgumentException if the lengths differ
   */
  public static RandomizationTest of(double[] a, double[] b, int samples, long seed) {
    if (samples < 1) {
      throw new IllegalArgumentException("samples are " + samples + ", expected 1 or more");
    }
    double[] differences =
        Arrays.stream(PairedValues.differences(a, b))
            .filter(difference -> difference != 0)
            .toArray();
    double observed = Math.abs(PairedValues.sum(differences));
    // Sums of the same numbers in another order may differ in their last bits.
    double extreme = observed - 1e-12 * Arrays.stream(differences).map(Math::abs).sum();
    return differences.length <= MAX_EXACT_PAIRS
        ? exact(differences, extreme)
        : sampled(differences, extreme, samples, new Random(seed));
  }

  private static RandomizationTest exact(double[] differences, double extreme) {
    long all = 1L << differences.length;
    long asExtreme = 0;
    for (long signs = 0; signs < all; signs++) {
      double sum = 0;
      for (int i = 0; i < differences.length; i++) {
        sum += (signs >> i & 1) == 0 ? differences[i] : -differences[i];
      }
      asExtreme += Math.abs(sum) >= extreme ? 1 : 0;
    }
    return new RandomizationTest(asExtreme / (double) all, all, true);
  }

  private static RandomizationTest sampled(
      double[] differences, double extreme, int samples, Random random) {
    long asExtreme = 0;
    for (int sample = 0; sample < samples; sample++) {
      double sum = 0;
      long signs = 0;
      for (int i = 0; i < differences.length; i++) {
        signs = i % Long.SIZE == 0 ? random.nextLong() : signs >>> 1;
        sum += (signs & 1) == 0 ? differences[i] : -differences[i];
      }
      asExtreme += Math.abs(sum) >= extreme ? 1 : 0;
    }
    return new RandomizationTest((asExtreme + 1.0) / (samples + 1.0), samples, false);
  }
}
