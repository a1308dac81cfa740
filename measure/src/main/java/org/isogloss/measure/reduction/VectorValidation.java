// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.reduction;

import org.isogloss.core.IsoglossException;

/** Checks the vectors that are reduced. */
final class VectorValidation {
  private VectorValidation() {}

  /**
   * Checks that vectors have one dimension and finite components.
   *
   * @throws IsoglossException if there are fewer than {@code atLeast}, or if a component is not
   *     finite
   * @throws IllegalArgumentException if the vectors differ in their dimension, or if it is 0
   */
  static void require(float[][] vectors, int atLeast, String method) {
    if (vectors.length < atLeast) {
      throw new IsoglossException(
          method + " needs " + atLeast + " vectors or more, found " + vectors.length);
    }
    for (int i = 0; i < vectors.length; i++) {
      if (vectors[i].length != vectors[0].length || vectors[i].length == 0) {
        throw new IllegalArgumentException(
            "vector "
                + i
                + " has dimension "
                + vectors[i].length
                + ", expected that of vector 0, which is "
                + vectors[0].length
                + ", and 1 or more");
      }
      for (float component : vectors[i]) {
        if (!Float.isFinite(component)) {
          throw new IsoglossException(
              "vector " + i + " has the component " + component + ", expected finite numbers");
        }
      }
    }
  }
}
