// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining.scoring;

/**
 * Strategies that select pairs of neighbours, with the names of Artetxe and Schwenk (ACL 2019). The
 * best candidate of a sentence is its neighbour with the highest score; ties are broken by the
 * higher cosine, then by the order of the neighbours.
 */
public enum PairSelection {
  /** Each source sentence with its best candidate; a target sentence may occur in several pairs. */
  FORWARD,
  /** Each target sentence with its best candidate; a source sentence may occur in several pairs. */
  BACKWARD,
  /**
   * The intersection of {@link #FORWARD} and {@link #BACKWARD}; each sentence occurs in at most one
   * pair.
   */
  INTERSECTION,
  /**
   * The union of {@link #FORWARD} and {@link #BACKWARD} in descending order of scores, without
   * pairs of which a sentence already occurs in a better pair. The choice of the paper.
   */
  MAX
}
