// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

/**
 * Which words of a hypothesis and a reference correspond to each other.
 *
 * @param positions for each word of the reference, the position of its counterpart in the
 *     hypothesis, or of the word before the place where it is missing; -1 for the beginning
 * @param hypothesisErrors number of words in front of each position that are replaced or deleted
 * @param referenceErrors number of words in front of each position that are replaced or inserted
 */
record EditAlignment(int[] positions, int[] hypothesisErrors, int[] referenceErrors) {
  int hypothesisPosition(int referencePosition) {
    return positions[referencePosition];
  }

  /**
   * Whether a shift of words may help: the words and those at their place in the reference are
   * wrong, and the place is outside of the shifted words.
   */
  boolean isCandidate(int start, int at, int length) {
    boolean wrong = hypothesisErrors[start + length] > hypothesisErrors[start];
    boolean missing = referenceErrors[at + length] > referenceErrors[at];
    boolean inside = positions[at] >= start && positions[at] < start + length;
    return wrong && missing && !inside;
  }
}
