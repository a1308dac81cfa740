// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.api;

import static java.util.Objects.requireNonNull;

/**
 * A passage with a vector that was computed elsewhere.
 *
 * @param text the passage, of any length; may be empty
 * @param vector its vector, of the dimension of the index. It is scaled to unit length, unless its
 *     length is 1 up to rounding. A passage with the zero vector is stored, but is not compared
 *     with others
 */
public record EmbeddedPassage(String text, float[] vector) {
  public EmbeddedPassage {
    requireNonNull(text, "text is null");
    for (int i = 0; i < vector.length; i++) {
      if (!Float.isFinite(vector[i])) {
        throw new IllegalArgumentException(
            "component " + i + " of a vector is " + vector[i] + ", expected a finite number");
      }
    }
    vector = vector.clone();
  }
}
