// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.core.util;

/** Scales vectors to unit length (L2 normalisation). */
public final class UnitVectors {
  private UnitVectors() {}

  /** Scales a vector in place and returns it; the zero vector is not changed. */
  public static float[] normalize(float[] vector) {
    normalize(vector, 0, vector.length);
    return vector;
  }

  /**
   * Scales a row of a matrix in place; a row of zeros is not changed. Squares are summed in double
   * precision, in the order of the components.
   *
   * @param from the position of the first component
   * @param to the position after the last component
   */
  public static void normalize(float[] values, int from, int to) {
    double squares = 0;
    for (int i = from; i < to; i++) {
      squares += (double) values[i] * values[i];
    }
    if (squares > 0) {
      float scale = (float) (1 / Math.sqrt(squares));
      for (int i = from; i < to; i++) {
        values[i] *= scale;
      }
    }
  }
}
