// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

/**
 * Options for the comparison of vectors.
 *
 * @param calibrated whether the mean vectors of languages are subtracted
 * @param sentenceWeight weight of the best sentence of a passage, from 0 to 1; the vector of the
 *     whole passage has the remaining weight
 */
record DenseOptions(boolean calibrated, double sentenceWeight) {
  /** Default weight of the best sentence. */
  static final double DEFAULT_SENTENCE_WEIGHT = 0.5;

  static final DenseOptions PLAIN = new DenseOptions(false, 0);
}
