package org.isogloss.neural.staticencoder;

/**
 * Pairs of texts that say the same: the first half of {@code texts} are the left sides, the second
 * half the right ones, in the same order.
 *
 * @param leftKeys {@code [pairs]}: equal for equal texts
 */
record PairBatch(BagBatch texts, int[] leftKeys, int[] rightKeys) {
  PairBatch {
    if (leftKeys.length != rightKeys.length || texts.texts() != 2 * leftKeys.length) {
      throw new IllegalArgumentException(
          texts.texts()
              + " texts for "
              + leftKeys.length
              + " left and "
              + rightKeys.length
              + " right keys");
    }
  }

  int pairs() {
    return leftKeys.length;
  }
}
