package org.isogloss.lexical.alignment;

import java.util.function.Supplier;

/** A model of which words translate each other. */
public enum AlignmentModel {
  /** IBM Model 1: any word may translate any, whatever their places. */
  MODEL1(ModelOnePosteriors::new),
  /** The hidden Markov model: a word's counterpart is likely near that of the word before it. */
  HMM(HmmPosteriors::new);

  private final Supplier<LinkPosteriors> posteriors;

  AlignmentModel(Supplier<LinkPosteriors> posteriors) {
    this.posteriors = posteriors;
  }

  LinkPosteriors posteriors() {
    return posteriors.get();
  }
}
