package org.isogloss.runtime;

/** Brings vectors to unit length. */
final class UnitLength {
  private UnitLength() {}

  /** Does so in place; a vector of zeros stays one. */
  static float[] of(float[] vector) {
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
