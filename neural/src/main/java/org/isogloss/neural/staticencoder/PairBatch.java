// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.staticencoder;

/**
 * Pairs of texts with the same meaning.
 *
 * @param texts the left sides of all pairs, then the right sides in the same order
 * @param leftKeys keys of the left sides, {@code [pairs]}; equal texts have equal keys
 * @param rightKeys keys of the right sides, {@code [pairs]}; equal texts have equal keys
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
