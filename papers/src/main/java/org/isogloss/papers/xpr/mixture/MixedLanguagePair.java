// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

import static java.util.Objects.requireNonNull;

import org.isogloss.data.training.JudgedExample;

/** A pair of texts, each in one of its languages, the input of a model. */
public record MixedLanguagePair(BilingualPair pair, LanguageSide leftSide, LanguageSide rightSide) {
  public MixedLanguagePair {
    requireNonNull(pair, "pair is null");
    requireNonNull(leftSide, "leftSide is null");
    requireNonNull(rightSide, "rightSide is null");
  }

  String left() {
    return pair.left().text(leftSide);
  }

  String right() {
    return pair.right().text(rightSide);
  }

  /** Returns the pair in the format of recipes. */
  public JudgedExample toJudgedExample() {
    return new JudgedExample(left(), right(), isPositive());
  }

  boolean isPositive() {
    return pair.positive();
  }

  /** Returns whether the two texts are in different languages. */
  boolean isCrossLingual() {
    return leftSide != rightSide;
  }
}
