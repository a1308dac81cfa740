// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.retrieve;

import java.util.Optional;
import org.isogloss.api.pipeline.Pipeline;

/**
 * Options for the comparison of vectors.
 *
 * @param calibrated whether the mean vectors of languages are subtracted
 * @param sentenceWeight weight of the best sentence of a passage, from 0 to 1; the vector of the
 *     whole passage has the remaining weight
 * @param feedback how a second search uses the hits of the first; empty for one search
 */
record DenseOptions(
    boolean calibrated, double sentenceWeight, Optional<Pipeline.Feedback> feedback) {
  static final DenseOptions PLAIN = new DenseOptions(false, 0);

  /** Options of one search. */
  DenseOptions(boolean calibrated, double sentenceWeight) {
    this(calibrated, sentenceWeight, Optional.empty());
  }
}
