// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import static java.util.Objects.requireNonNull;

/**
 * A translation of a word.
 *
 * @param word the translation
 * @param probability probability of the translation given the other word, in (0, 1]
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
