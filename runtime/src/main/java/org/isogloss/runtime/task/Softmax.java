// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.task;

import org.isogloss.core.util.LogOdds;

/** Probabilities of logits. */
final class Softmax {
  private Softmax() {}

  /** Returns the softmax of several logits, or the sigmoid of a single one. */
  static double[] of(float[] logits) {
    if (logits.length == 1) {
      return new double[] {LogOdds.toProbability(logits[0])};
    }
    float max = Float.NEGATIVE_INFINITY;
    for (float logit : logits) {
      max = Math.max(max, logit);
    }
    double[] probabilities = new double[logits.length];
    double sum = 0;
    for (int i = 0; i < logits.length; i++) {
      probabilities[i] = Math.exp(logits[i] - max);
      sum += probabilities[i];
    }
    for (int i = 0; i < logits.length; i++) {
      probabilities[i] /= sum;
    }
    return probabilities;
  }
}
