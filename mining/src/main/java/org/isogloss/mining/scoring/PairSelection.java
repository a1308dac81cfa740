package org.isogloss.mining.scoring;

/**
 * Which of all pairs of neighbours are kept, under the names of Artetxe and Schwenk (ACL 2019). The
 * best candidate of a sentence is the one of its neighbours with the highest score; of equal scores
 * the nearer, then the first.
 */
public enum PairSelection {
  /** Each source sentence with its best candidate; a target sentence may stand in many pairs. */
  FORWARD,
  /** Each target sentence with its best candidate; a source sentence may stand in many pairs. */
  BACKWARD,
  /** What both of the above have: each sentence stands in one pair at most. */
  INTERSECTION,
  /**
   * What either of the above has, from the highest score down, as long as neither sentence stands
   * in a pair already. The paper's choice.
   */
  MAX
}
