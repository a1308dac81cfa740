// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

/**
 * Pairs of texts with the same meaning: the first half of {@code texts} are the left sides, the
 * second half the right ones, in the same order.
 *
 * @param leftKeys {@code [pairs]}: equal for equal texts
 */
record PairBatch(TokenBagBatch texts, int[] leftKeys, int[] rightKeys) {
  PairBatch {
    if (leftKeys.length != rightKeys.length || texts.textCount() != 2 * leftKeys.length) {
      throw new IllegalArgumentException(
          texts.textCount()
              + " texts for "
              + leftKeys.length
              + " left and "
              + rightKeys.length
              + " right keys");
    }
  }

  int pairCount() {
    return leftKeys.length;
  }
}
