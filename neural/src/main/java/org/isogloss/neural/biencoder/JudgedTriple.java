package org.isogloss.neural.biencoder;

import org.isogloss.text.Encoding;

/**
 * A query with a passage that was judged better than another.
 *
 * @param grades by how many grades, above 0
 * @param queryKey equal for equal queries
 * @param betterKey equal for equal passages, numbered together with {@code worseKey}
 */
record JudgedTriple(
    Encoding query,
    Encoding better,
    Encoding worse,
    int grades,
    int queryKey,
    int betterKey,
    int worseKey) {
  /** The longest text's. */
  int length() {
    return Math.max(query.size(), Math.max(better.size(), worse.size()));
  }
}
