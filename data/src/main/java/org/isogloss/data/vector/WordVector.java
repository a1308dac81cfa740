// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.data.vector;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * A word and its vector.
 *
 * @param values {@code [dimension]}; not copied
 */
public record WordVector(String word, float[] values) {
  public WordVector {
    requireNonNull(word, "word is null");
    requireNonNull(values, "values is null");
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof WordVector vector
        && word.equals(vector.word)
        && Arrays.equals(values, vector.values);
  }

  @Override
  public int hashCode() {
    return 31 * word.hashCode() + Arrays.hashCode(values);
  }

  @Override
  public String toString() {
    return word + " " + Arrays.toString(values);
  }
}
