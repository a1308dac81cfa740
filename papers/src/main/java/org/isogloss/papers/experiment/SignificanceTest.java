// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

/** A paired test of the difference of two systems. */
public enum SignificanceTest {
  /** Randomisation of macro-averages over the parts of a benchmark. */
  RANDOMISATION,
  /** Student's two-tailed t-test on the values of a benchmark's only part. */
  T_TEST
}
