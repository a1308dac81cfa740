// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import org.isogloss.benchmarks.collection.MateTestSet;

/** A system that scores every pair of a test set. */
@FunctionalInterface
interface MateSystem {
  /**
   * Scores the pairs of all source sentences with all target sentences.
   *
   * @return {@code [sources][targets]}, higher is better
   */
  float[][] scores(MateTestSet test);
}
