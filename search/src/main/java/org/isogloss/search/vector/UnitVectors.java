// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.vector;

/** Vectors of unit length. */
public final class UnitVectors {
  /** Largest difference of a squared length from 1 that is due to rounding. */
  private static final float ROUNDING = 1e-5f;

  private UnitVectors() {}

  /**
   * Returns a copy of a vector with unit length; the zero vector stays zero.
   *
   * @throws IllegalArgumentException if a component is infinite or not a number
   */
  public static float[] of(float[] vector) {
    for (int i = 0; i < vector.length; i++) {
      if (!Float.isFinite(vector[i])) {
        throw new IllegalArgumentException(
            "component " + i + " of a vector is " + vector[i] + ", expected a finite number");
      }
    }
    float[] copy = vector.clone();
    float squaredLength = ReproducibleDotProduct.dotProduct(copy, copy);
    // Scaling would change the last digits of a vector that its model has scaled already.
    return Math.abs(squaredLength - 1) <= ROUNDING ? copy : ReproducibleDotProduct.normalize(copy);
  }
}
