package org.isogloss.lexical.table;

import static java.util.Objects.requireNonNull;

/**
 * A word as the translation of another.
 *
 * @param probability of this word given the other, above 0 to 1
 */
public record Translation(String word, float probability) {
  public Translation {
    requireNonNull(word, "word is null");
    if (!(probability > 0 && probability <= 1)) {
      throw new IllegalArgumentException(
          "probability is " + probability + ", expected above 0 to 1");
    }
  }
}
