// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import org.isogloss.text.Encoding;

/**
 * A query with two judged passages, of which the positive one has the higher grade.
 *
 * @param query the encoded query
 * @param positive the encoded better passage
 * @param negative the encoded worse passage
 * @param gradeDifference difference in grade, above 0
 * @param queryKey equal for equal queries
 * @param positiveKey equal for equal passages
 * @param negativeKey the same for the worse passage; equal to a positive key for an equal passage
 */
record JudgedTriple(
    Encoding query,
    Encoding positive,
    Encoding negative,
    int gradeDifference,
    int queryKey,
    int positiveKey,
    int negativeKey) {
  /** Returns the length of the longest text in tokens. */
  int maxLength() {
    return Math.max(query.size(), Math.max(positive.size(), negative.size()));
  }
}
