// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.transformer;

/** The dropout of hidden states and of attention weights. */
record TransformerDropout(Dropout hidden, Dropout attention) {
  void setTraining(boolean training) {
    hidden.setTraining(training);
    attention.setTraining(training);
  }
}
