// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.io.Serializable;

/**
 * The sufficient statistics of an iteration of expectation maximisation in both directions. The
 * statistics of a corpus are the sum of those of its parts, so that the parts can be counted on
 * different machines.
 */
public final class AlignmentCounts implements Serializable {
  private static final long serialVersionUID = 1;

  private final DirectionalCounts forward;
  private final DirectionalCounts backward;

  AlignmentCounts(AlignmentParameters parameters) {
    forward = new DirectionalCounts(parameters.forward().rows().slotCount());
    backward = new DirectionalCounts(parameters.backward().rows().slotCount());
  }

  /**
   * Adds the counts of another part.
   *
   * @param other counted with the same parameters
   * @return these counts
   */
  public AlignmentCounts add(AlignmentCounts other) {
    forward.add(other.forward);
    backward.add(other.backward);
    return this;
  }

  DirectionalCounts forward() {
    return forward;
  }

  DirectionalCounts backward() {
    return backward;
  }
}
