package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import org.isogloss.text.Encoding;

/**
 * Two sentences that say the same, cut into pieces.
 *
 * @param leftKey equal for equal left sentences
 * @param rightKey the same for right ones
 */
record TextPair(Encoding left, Encoding right, int leftKey, int rightKey) {
  TextPair {
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
  }

  /** The longer side's. */
  int length() {
    return Math.max(left.size(), right.size());
  }
}
