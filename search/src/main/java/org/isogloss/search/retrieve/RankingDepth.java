package org.isogloss.search.retrieve;

/** How many hits are asked for. */
public final class RankingDepth {
  /**
   * So many candidates are looked at though fewer are asked for, by what fuses, re-ranks or
   * balances them.
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
