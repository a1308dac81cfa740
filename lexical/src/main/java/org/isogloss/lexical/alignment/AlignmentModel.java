// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import java.util.function.Supplier;

/** A statistical model of word alignment. */
public enum AlignmentModel {
  /** IBM Model 1: links are independent of word positions. */
  MODEL1(ModelOnePosteriors::new),
  /**
   * The hidden Markov model: the counterpart of a word is likely to be near that of the previous
   * word.
   */
  HMM(HmmPosteriors::new);

  private final Supplier<LinkPosteriors> posteriors;

  AlignmentModel(Supplier<LinkPosteriors> posteriors) {
    this.posteriors = posteriors;
  }

  LinkPosteriors posteriors() {
    return posteriors.get();
  }
}
