// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.bicla;

/**
 * A sentence after the Bi-LSTM. It can be the first or the second sentence of pairs.
 *
 * @param states the states of its words, {@code [words][2 H]}; no words if none is known; not
 *     copied
 */
public record EncodedSentence(float[][] states) {
  /** Returns the number of known words. */
  public int length() {
    return states.length;
  }
}
