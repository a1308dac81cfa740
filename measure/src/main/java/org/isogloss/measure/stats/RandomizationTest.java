package org.isogloss.measure.stats;

import java.util.Arrays;
import java.util.Random;

/**
 * Fisher's two-tailed randomisation (permutation) test of paired values: how often the mean
 * difference would be as large as the one seen if a coin had said which value of each pair is whose
 * (Smucker, Allan and Carterette, CIKM 2007).
 *
 * @param p from 0 to 1
 * @param permutations how many were tried
 * @param exact whether these were all there are
 */
public record RandomizationTest(double p, long permutations, boolean exact) {
  /** How many permutations are drawn where nobody says. */
  public static final int DEFAULT_SAMPLES = 20_000;

  /** With up to so many pairs that differ, every permutation is tried. */
  static final int MAX_EXACT_PAIRS = 20;

  /**
   * Tests {@code b - a}: exactly where at most 20 pairs differ, else with permutations drawn at
   * random, {@code p} being (1 + those as extreme) / (1 + those drawn).
   *
   * @param samples how many permutations to draw, 1 or more
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
