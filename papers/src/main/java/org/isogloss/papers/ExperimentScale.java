// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

/** The scale of a paper's experiment. */
public enum ExperimentScale {
  /** The smallest complete run: minutes, to see that it works. Its figures mean nothing. */
  SMOKE,
  /** A sample of the data and short training, whose sizes the tables state: hours. */
  SMALL,
  /** All available data and the paper's settings: days on a CPU, hours on a GPU. */
  FULL
}
