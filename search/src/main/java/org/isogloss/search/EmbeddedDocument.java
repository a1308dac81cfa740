// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Document;
import org.isogloss.search.vector.ReproducibleDotProduct;

/**
 * A document with a vector that was computed elsewhere. It becomes one passage, of any length,
 * because the vector is that of the whole text. The text may be empty.
 *
 * @param document the document
 * @param vector its vector, of the dimension of the index. It is scaled to unit length, unless its
 *     length is 1 up to rounding. A passage with the zero vector is stored, but is not compared
 *     with others
 */
public record EmbeddedDocument(Document document, float[] vector) {
  /** Largest difference of a squared length from 1 that is due to rounding. */
  private static final float ROUNDING = 1e-5f;

  public EmbeddedDocument {
    requireNonNull(document, "document is null");
    vector = unit(vector);
  }

  /**
   * Returns a copy of a vector with unit length; the zero vector stays zero.
   *
   * @throws IllegalArgumentException if a component is infinite or not a number
   */
  static float[] unit(float[] vector) {
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
