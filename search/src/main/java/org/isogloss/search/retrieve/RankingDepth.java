// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

/** Checks and computes depths of rankings. */
public final class RankingDepth {
  /**
   * Minimum number of candidates for fusion, re-ranking and balancing, even if fewer hits are
   * requested.
   */
  static final int MIN_CANDIDATES = 100;

  private RankingDepth() {}

  public static int requirePositive(int depth) {
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    return depth;
  }

  static int candidateDepth(int depth) {
    return Math.max(requirePositive(depth), MIN_CANDIDATES);
  }
}
