package org.isogloss.neural.loss;

/** Which sentences of a batch of pairs stand against a sentence's own translation. */
public enum InBatchNegatives {
  /** The other side's: n - 1 for a batch of n pairs. */
  OTHER_SIDE,
  /**
   * The other side's and its own side's: 2n - 2. A sentence then learns to lie nearer to its
   * translation than to anything in its own language, which a pool of mixed languages needs.
   */
  BOTH_SIDES
}
