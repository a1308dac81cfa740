// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.lateinteraction;

import static java.util.Objects.requireNonNull;

import org.isogloss.core.Language;

/**
 * A text as late interaction reads it.
 *
 * @param language the language of the text
 * @param weights importance of each token, 0 or more
 * @param vectors a unit vector for each token, in float16: the state of the transformer less the
 *     mean of the language, {@code [tokens, hidden]}
 * @param pooled the vector of the whole text, {@code [width]}
 */
public record TokenStates(Language language, float[] weights, short[] vectors, float[] pooled) {
  public TokenStates {
    requireNonNull(language, "language is null");
    requireNonNull(pooled, "pooled is null");
    if (weights.length == 0 ? vectors.length > 0 : vectors.length % weights.length != 0) {
      throw new IllegalArgumentException(
          vectors.length + " numbers in the vectors of " + weights.length + " tokens");
    }
  }

  /** Returns the number of tokens. */
  int size() {
    return weights.length;
  }
}
