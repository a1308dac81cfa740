package org.isogloss.lexical;

import java.util.function.Supplier;

/** A model of which words translate each other. */
public enum AlignmentModel {
  /** IBM Model 1: any word may translate any, whatever their places. */
  MODEL1(ModelOnePosteriors::new),
  /** The hidden Markov model: a word's counterpart is likely near that of the word before it. */
  HMM(HmmPosteriors::new);

  private final Supplier<Posteriors> posteriors;

  AlignmentModel(Supplier<Posteriors> posteriors) {
    this.posteriors = posteriors;
  }

  Posteriors posteriors() {
    return posteriors.get();
  }
}
