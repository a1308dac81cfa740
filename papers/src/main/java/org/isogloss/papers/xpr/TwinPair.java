package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

/**
 * Two texts, each in both languages: a pair of sentences, or a query and a passage.
 *
 * @param positive whether they say the same, or the passage answers the query
 */
record TwinPair(Twin left, Twin right, boolean positive) {
  TwinPair {
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
  }

  /** The pair with each text in one of its languages. */
  MixedPair in(Side leftSide, Side rightSide) {
    return new MixedPair(this, leftSide, rightSide);
  }
}
