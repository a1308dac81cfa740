// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.inference;

/** Normalises vectors to unit length. */
public final class L2Normalization {
  private L2Normalization() {}

  /** Normalises a vector in place; a vector of zeros is not changed. */
  public static float[] normalize(float[] vector) {
    double squares = 0;
    for (float x : vector) {
      squares += (double) x * x;
    }
    if (squares > 0) {
      float factor = (float) (1 / Math.sqrt(squares));
      for (int i = 0; i < vector.length; i++) {
        vector[i] *= factor;
      }
    }
    return vector;
  }
}
