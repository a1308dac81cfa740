// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.Arrays;

/**
 * A row while it is counted: sums by target word, and the target words whose sum is not 0. It is
 * cleared and used for the next row.
 */
final class CandidateRow {
  private final Cooccurrences.TargetCounts targetCounts;
  private final double[] sums;
  private final int[] candidates;
  private int size;
  private int touched;
  private double total;

  CandidateRow(Cooccurrences.TargetCounts targetCounts) {
    this.targetCounts = targetCounts;
    sums = new double[targetCounts.counts().length];
    candidates = new int[sums.length];
  }

  void add(int word, double share) {
    if (sums[word] == 0) {
      candidates[size++] = word;
    }
    sums[word] += share;
    total += share;
  }

  void addAll(double[] shares) {
    for (int word = 0; word < shares.length; word++) {
      if (shares[word] > 0) {
        add(word, shares[word]);
      }
    }
  }

  /** Moves the candidates to keep to the front, and returns their number. */
  int select(int max) {
    touched = size;
    if (size <= max) {
      return size;
    }
    float[] scores = new float[size];
    for (int n = 0; n < size; n++) {
      scores[n] = association(candidates[n]);
    }
    float[] sorted = scores.clone();
    Arrays.sort(sorted);
    float threshold = sorted[size - max];
    // Of those at the threshold, only as many are kept as the better ones leave room for.
    int ties = max;
    for (float score : scores) {
      ties -= score > threshold ? 1 : 0;
    }
    int kept = 0;
    for (int n = 0; n < touched; n++) {
      if (scores[n] > threshold || (scores[n] == threshold && ties-- > 0)) {
        int other = candidates[kept];
        candidates[kept++] = candidates[n];
        candidates[n] = other;
      }
    }
    return kept;
  }

  private float association(int word) {
    double expected = total * targetCounts.counts()[word] / targetCounts.total();
    return (float) (sums[word] * Math.log(sums[word] / expected));
  }

  /** Returns a candidate, after {@link #select}. */
  int candidate(int n) {
    return candidates[n];
  }

  /** Returns the expected count of a candidate. */
  double count(int n) {
    return sums[candidates[n]];
  }

  /** Returns the probability of a candidate: its share of all counts of the row. */
  float probability(int n) {
    return (float) (sums[candidates[n]] / total);
  }

  void clear() {
    for (int n = 0; n < touched; n++) {
      sums[candidates[n]] = 0;
    }
    size = 0;
    total = 0;
  }
}
