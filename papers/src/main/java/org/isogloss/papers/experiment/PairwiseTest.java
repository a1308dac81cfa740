// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

/** A paired test of the difference of two systems of a table. */
@FunctionalInterface
public interface PairwiseTest {
  /**
   * Returns the two-tailed probability of a difference at least this large under the null
   * hypothesis, not corrected; NaN if the test is undefined.
   *
   * @param benchmark what was measured
   * @param one name of a system
   * @param other name of another one
   */
  double pValue(String benchmark, String one, String other);
}
