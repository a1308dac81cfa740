package org.isogloss.neural.biencoder;

import org.isogloss.text.Encoding;

/**
 * A query with a passage that was judged better than another.
 *
 * @param gradeDifference by how many grades, above 0
 * @param queryKey equal for equal queries
 * @param positiveKey equal for equal passages, numbered together with {@code worseKey}
 */
record JudgedTriple(
    Encoding query,
    Encoding positive,
    Encoding negative,
    int gradeDifference,
    int queryKey,
    int positiveKey,
    int negativeKey) {
  /** The longest text's. */
  int maxLength() {
    return Math.max(query.size(), Math.max(positive.size(), negative.size()));
  }
}
