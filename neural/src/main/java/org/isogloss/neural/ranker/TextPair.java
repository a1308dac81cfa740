package org.isogloss.neural.ranker;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import org.isogloss.text.Encoding;

/**
 * Two texts that say the same, cut into pieces.
 *
 * @param leftKey equal for equal left texts
 * @param rightKey the same for right ones
 * @param shown what a teacher reads of them, where there is one
 */
record TextPair(Encoding left, Encoding right, int leftKey, int rightKey, Optional<Shown> shown) {
  /**
   * What a teacher reads of a pair.
   *
   * @param key equal for equal texts
   */
  record Shown(Encoding text, int key) {
    Shown {
      requireNonNull(text, "text is null");
    }
  }

  TextPair {
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
    requireNonNull(shown, "shown is null");
  }

  /** The longer side's. */
  int length() {
    return Math.max(left.size(), right.size());
  }
}
