package org.isogloss.neural.ranker;

import org.isogloss.text.Encoding;

/**
 * A sentence and its translation, which both are to get the vector that a teacher gives the
 * sentence.
 *
 * @param left the sentence as the student reads it
 * @param right its translation, as the student reads it
 * @param shown the sentence as the teacher reads it
 */
record TaughtPair(Encoding left, Encoding right, Encoding shown) {
  /** The longer side's. */
  int length() {
    return Math.max(left.size(), right.size());
  }
}
