package org.isogloss.lexical.alignment;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * How far the aligned position moves from one target word to the next (Vogel, Ney and Tillmann
 * 1996, equation 7): {@code p(i | i', l) = s(i - i') / sum over i'' of s(i'' - i')}. Before the
 * first target word the position is -1. Jumps wider than {@link #MAX_JUMP} count as that wide.
 */
final class JumpDistribution {
  static final int MAX_JUMP = 40;

  /** A share of each distribution is uniform over the sentence, against jumps never seen. */
  private static final double UNIFORM = 0.01;

  private final double[] weights;
  private final AtomicReferenceArray<float[]> byLength;

  private JumpDistribution(double[] weights, int maxLength) {
    this.weights = weights;
    this.byLength = new AtomicReferenceArray<>(maxLength + 1);
  }

  /** Jumps to begin with: to the next word most of all, less and less to others. */
  static JumpDistribution initial(int maxLength) {
    double[] weights = newCounts();
    for (int jump = -MAX_JUMP; jump <= MAX_JUMP; jump++) {
      weights[jump + MAX_JUMP] = 1 / (1.0 + Math.abs(jump - 1));
    }
    return new JumpDistribution(weights, maxLength);
  }

  /** Zeroes for expected counts of jumps from {@code -WIDEST} to {@code WIDEST}. */
  static double[] newCounts() {
    return new double[2 * MAX_JUMP + 1];
  }

  /** Jumps in proportion to their expected counts. */
  JumpDistribution reestimated(double[] counts) {
    double total = Arrays.stream(counts).sum();
    double[] updated = new double[counts.length];
    for (int n = 0; n < counts.length; n++) {
      updated[n] = counts[n] / total + 1e-6;
    }
    return new JumpDistribution(updated, byLength.length() - 1);
  }

  static int bucket(int jump) {
    return Math.clamp(jump, -MAX_JUMP, MAX_JUMP) + MAX_JUMP;
  }

  /**
   * Probabilities of positions in a source sentence.
   *
   * @return {@code [length + 1, length]}, row by row: the row says where the position was, -1 first
   */
  float[] forLength(int length) {
    float[] known = byLength.get(length);
    if (known == null) {
      known = table(length);
      byLength.set(length, known);
    }
    return known;
  }

  private float[] table(int length) {
    float[] table = new float[(length + 1) * length];
    for (int from = -1; from < length; from++) {
      double sum = 0;
      for (int to = 0; to < length; to++) {
        sum += weights[bucket(to - from)];
      }
      for (int to = 0; to < length; to++) {
        double share = weights[bucket(to - from)] / sum;
        table[(from + 1) * length + to] = (float) ((1 - UNIFORM) * share + UNIFORM / length);
      }
    }
    return table;
  }
}
