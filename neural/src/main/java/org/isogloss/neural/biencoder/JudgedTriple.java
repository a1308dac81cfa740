// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.biencoder;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.bytedeco.pytorch.Device;
import org.bytedeco.pytorch.Tensor;
import org.isogloss.neural.judgement.RelevanceMask;
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
 * @param relevant keys of all passages that are judged as good as the better passage, or better
 */
record JudgedTriple(
    Encoding query,
    Encoding positive,
    Encoding negative,
    int gradeDifference,
    int queryKey,
    int positiveKey,
    int negativeKey,
    Set<Integer> relevant) {
  /**
   * Returns which passages of a batch are judged relevant for which query, bool {@code [n, 2 n]}:
   * the better passages of the triples, then the worse ones.
   */
  static Tensor relevant(List<JudgedTriple> triples, Device device) {
    return RelevanceMask.of(
        triples.stream().map(JudgedTriple::relevant).toList(),
        Stream.concat(
                triples.stream().map(JudgedTriple::positiveKey),
                triples.stream().map(JudgedTriple::negativeKey))
            .toList(),
        device);
  }

  /** Returns the length of the longest text in tokens. */
  int maxLength() {
    return Math.max(query.size(), Math.max(positive.size(), negative.size()));
  }
}
