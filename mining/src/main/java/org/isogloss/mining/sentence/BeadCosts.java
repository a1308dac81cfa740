// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.sentence;

/** The costs of beads between two documents. */
interface BeadCosts {
  /**
   * Returns the cost of a bead, 0 or more.
   *
   * @param source first source sentence
   * @param sourceCount number of source sentences, 0 to 2
   * @param target first target sentence
   * @param targetCount number of target sentences, 0 to 2
   */
  double cost(int source, int sourceCount, int target, int targetCount);
}
