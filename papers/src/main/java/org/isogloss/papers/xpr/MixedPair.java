package org.isogloss.papers.xpr;

import static java.util.Objects.requireNonNull;

import org.isogloss.papers.JudgedFile;

/** A pair of texts, each in one of its languages, as a model is shown it. */
record MixedPair(TwinPair pair, Side leftSide, Side rightSide) {
  MixedPair {
    requireNonNull(pair, "pair is null");
    requireNonNull(leftSide, "leftSide is null");
    requireNonNull(rightSide, "rightSide is null");
  }

  String left() {
    return pair.left().in(leftSide);
  }

  String right() {
    return pair.right().in(rightSide);
  }

  /** As recipes read it. */
  JudgedFile.Example example() {
    return new JudgedFile.Example(left(), right(), positive());
  }

  boolean positive() {
    return pair.positive();
  }

  /** Whether the two texts are in different languages. */
  boolean mixed() {
    return leftSide != rightSide;
  }
}
