package org.isogloss.search;

/** How many hits are asked for. */
final class Depths {
  /**
   * So many candidates are looked at though fewer are asked for, by what fuses, re-ranks or
   * balances them.
   */
  static final int CANDIDATES = 100;

  private Depths() {}

  static int require(int depth) {
    if (depth < 1) {
      throw new IllegalArgumentException("depth is " + depth + ", expected 1 or more");
    }
    return depth;
  }

  static int candidates(int depth) {
    return Math.max(require(depth), CANDIDATES);
  }
}
