package org.isogloss.neural.corpus;

import static java.util.Objects.requireNonNull;

/**
 * Pairs of sentences of one kind in two languages.
 *
 * @param kind which part of a recipe's data they are: {@code bitext}, {@code documentation}
 * @param name of the two languages, {@code de-en}
 * @param left numbers of sentences of a corpus
 * @param right the numbers of their translations
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

  public int size() {
    return left.length;
  }
}
