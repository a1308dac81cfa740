package org.isogloss.runtime.inference;

/** Brings vectors to unit length. */
public final class L2Normalization {
  private L2Normalization() {}

  /** Does so in place; a vector of zeros stays one. */
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
