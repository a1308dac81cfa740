// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.reader;

/**
 * Statistics of the analysed field of a language, which may include deleted passages that have not
 * been merged away.
 *
 * @param passages number of passages with at least one term
 * @param terms total number of terms in these passages
 */
public record FieldStatistics(long passages, long terms) {
  /** Statistics of a field that no passage has. */
  public static final FieldStatistics NONE = new FieldStatistics(0, 0);

  /** Average number of terms per passage. */
  public double averageLength() {
    return (double) terms / Math.max(1, passages);
  }

  /** Relative frequency of a term; a term that does not occur counts as half an occurrence. */
  public double relativeFrequency(TermStatistics term) {
    return Math.max(0.5, (double) term.occurrences()) / Math.max(1, terms);
  }
}
