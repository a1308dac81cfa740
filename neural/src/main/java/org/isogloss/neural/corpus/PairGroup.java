// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import static java.util.Objects.requireNonNull;

/**
 * Sentence pairs of one kind in two languages.
 *
 * @param kind the part of the training data, such as {@code bitext} or {@code documentation}
 * @param name the two languages, such as {@code de-en}
 * @param left indices of the left sentences in the corpus
 * @param right indices of their translations
 */
public record PairGroup(String kind, String name, int[] left, int[] right) {
  public PairGroup {
    requireNonNull(kind, "kind is null");
    requireNonNull(name, "name is null");
    if (left.length != right.length) {
      throw new IllegalArgumentException(
          name + ": " + left.length + " left sides for " + right.length + " right sides");
    }
  }

  /** Returns the number of pairs. */
  public int size() {
    return left.length;
  }
}
