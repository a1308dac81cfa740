// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

/**
 * Statistics of a term, which may include deleted passages that have not been merged away.
 *
 * @param passages number of passages that contain the term
 * @param occurrences number of occurrences in these passages
 */
public record TermStatistics(long passages, long occurrences) {
  /** Statistics of a term that does not occur. */
  public static final TermStatistics NONE = new TermStatistics(0, 0);

  /** Returns the statistics of the term in these and other passages. */
  public TermStatistics plus(TermStatistics others) {
    return new TermStatistics(passages + others.passages, occurrences + others.occurrences);
  }
}
