// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.loss;

/** Which sentences of a batch of pairs are negatives for a sentence and its translation. */
public enum InBatchNegatives {
  /** The sentences of the other side: n - 1 for a batch of n pairs. */
  OTHER_SIDE,
  /**
   * The sentences of both sides: 2n - 2. The vector of a sentence then becomes more similar to the
   * one of its translation than to any other in the same language, as retrieval from a
   * mixed-language collection requires.
   */
  BOTH_SIDES
}
