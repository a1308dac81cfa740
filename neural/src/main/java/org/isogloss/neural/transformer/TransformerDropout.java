// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

/** The two kinds of dropout of a transformer. */
record TransformerDropout(Dropout hidden, Dropout attention) {
  void setTraining(boolean on) {
    hidden.setTraining(on);
    attention.setTraining(on);
  }
}
