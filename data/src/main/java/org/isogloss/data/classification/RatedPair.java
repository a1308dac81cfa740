// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.classification;

import static java.util.Objects.requireNonNull;

/**
 * A pair of texts with a human rating of their similarity.
 *
 * @param score the mean rating: 0 to 5 in the STS benchmark, 1 to 5 in SICK; finite
 */
public record RatedPair(String first, String second, double score) {
  public RatedPair {
    requireNonNull(first, "first is null");
    requireNonNull(second, "second is null");
    if (!Double.isFinite(score)) {
      throw new IllegalArgumentException("score is " + score + ", expected a finite number");
    }
  }
}
