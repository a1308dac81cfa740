// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.io.Serializable;

/** The sufficient statistics of one direction: what the E-step sums over sentence pairs. */
final class DirectionalCounts implements Serializable {
  private static final long serialVersionUID = 1;

  private final double[] links;
  private final double[] jumps = JumpDistribution.newCounts();
  private double logLikelihood;
  private long targetWords;

  /**
   * Creates counts of zero.
   *
   * @param slots number of slots of the rows
   */
  DirectionalCounts(int slots) {
    links = new double[slots];
  }

  /** Returns the expected number of links of each slot of the rows. */
  double[] links() {
    return links;
  }

  /** Returns the expected number of jumps of each width. */
  double[] jumps() {
    return jumps;
  }

  /** Adds what was counted in some sentence pairs, except for the links. */
  void add(double[] chunkJumps, double chunkLogLikelihood, long chunkTargetWords) {
    addTo(jumps, chunkJumps);
    logLikelihood += chunkLogLikelihood;
    targetWords += chunkTargetWords;
  }

  /** Adds the counts of other sentence pairs with the same parameters. */
  void add(DirectionalCounts other) {
    addTo(links, other.links);
    add(other.jumps, other.logLikelihood, other.targetWords);
  }

  private static void addTo(double[] sums, double[] added) {
    for (int n = 0; n < sums.length; n++) {
      sums[n] += added[n];
    }
  }

  double perplexity() {
    return Math.exp(-logLikelihood / targetWords);
  }
}
