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

  /** Returns the left text in its language. */
  public String left() {
    return pair.left().text(leftSide);
  }

  /** Returns the right text in its language. */
  public String right() {
    return pair.right().text(rightSide);
  }

  /** Returns the pair in the format of recipes. */
  public JudgedExample toJudgedExample() {
    return new JudgedExample(left(), right(), isPositive());
  }

  /** Returns whether the texts have the same meaning, or the passage is relevant. */
  public boolean isPositive() {
    return pair.positive();
  }

  /** Returns whether the two texts are in different languages. */
  public boolean isCrossLingual() {
    return leftSide != rightSide;
  }
}
