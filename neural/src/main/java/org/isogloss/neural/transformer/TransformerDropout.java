package org.isogloss.neural.transformer;

/** The two places where a transformer drops values. */
record TransformerDropout(Dropout hidden, Dropout attention) {
  void setTraining(boolean on) {
    hidden.setTraining(on);
    attention.setTraining(on);
  }
}
