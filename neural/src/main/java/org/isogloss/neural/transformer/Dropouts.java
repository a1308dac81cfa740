package org.isogloss.neural.transformer;

/** The two places where a transformer drops values. */
record Dropouts(Dropout hidden, Dropout attention) {
  void training(boolean on) {
    hidden.training(on);
    attention.training(on);
  }
}
