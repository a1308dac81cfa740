// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.io.Serializable;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The distribution of jumps of the aligned source position from one target word to the next (Vogel,
 * Ney and Tillmann 1996, equation 7): {@code p(i | i', l) = s(i - i') / sum over i'' of s(i'' -
 * i')}. Before the first target word the position is -1. Jumps wider than {@link #MAX_JUMP} are
 * counted as {@link #MAX_JUMP}.
 */
final class JumpDistribution implements Serializable {
  private static final long serialVersionUID = 1;

  static final int MAX_JUMP = 40;

  /** Weight of a uniform distribution over the sentence, which smooths unseen jumps. */
  private static final double UNIFORM_WEIGHT = 0.01;

  private final double[] weights;
  private final int maxLength;
  private final transient AtomicReferenceArray<float[]> byLength;

  private JumpDistribution(double[] weights, int maxLength) {
    this.weights = weights;
    this.maxLength = maxLength;
    this.byLength = new AtomicReferenceArray<>(maxLength + 1);
  }

  /**
   * Returns the initial distribution: a jump to the next word is the most likely, and the
   * probability decreases with the distance from it.
   */
  static JumpDistribution initial(int maxLength) {
    double[] weights = newCounts();
    for (int jump = -MAX_JUMP; jump <= MAX_JUMP; jump++) {
      weights[jump + MAX_JUMP] = 1 / (1.0 + Math.abs(jump - 1));
    }
    return new JumpDistribution(weights, maxLength);
  }

  /** Returns zero counts for jumps from {@code -MAX_JUMP} to {@code MAX_JUMP}. */
  static double[] newCounts() {
    return new double[2 * MAX_JUMP + 1];
  }

  /** Returns a distribution proportional to expected counts. */
  JumpDistribution reestimated(double[] counts) {
    double total = Arrays.stream(counts).sum();
    double[] updated = new double[counts.length];
    for (int n = 0; n < counts.length; n++) {
      updated[n] = counts[n] / total + 1e-6;
    }
    return new JumpDistribution(updated, maxLength);
  }

  /** Creates the cache after deserialization. */
  private Object readResolve() {
    return new JumpDistribution(weights, maxLength);
  }

  static int bucket(int jump) {
    return Math.clamp(jump, -MAX_JUMP, MAX_JUMP) + MAX_JUMP;
  }

  /**
   * Returns the transition probabilities for a source sentence.
   *
   * @return {@code [length + 1, length]}, row by row: the row is the previous position, -1 first
   */
  float[] forLength(int length) {
    float[] cached = byLength.get(length);
    if (cached == null) {
      cached = table(length);
      byLength.set(length, cached);
    }
    return cached;
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
        table[(from + 1) * length + to] =
            (float) ((1 - UNIFORM_WEIGHT) * share + UNIFORM_WEIGHT / length);
      }
    }
    return table;
  }
}
