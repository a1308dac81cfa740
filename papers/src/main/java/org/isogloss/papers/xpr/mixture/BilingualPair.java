// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr.mixture;

import static java.util.Objects.requireNonNull;

/**
 * Two texts, each in both languages: a pair of sentences, or a query and a passage.
 *
 * @param positive whether they have the same meaning, or the passage is relevant
 */
public record BilingualPair(BilingualText left, BilingualText right, boolean positive) {
  public BilingualPair {
    requireNonNull(left, "left is null");
    requireNonNull(right, "right is null");
  }

  /** Returns the pair with each text in one of its languages. */
  MixedLanguagePair withSides(LanguageSide leftSide, LanguageSide rightSide) {
    return new MixedLanguagePair(this, leftSide, rightSide);
  }
}
