// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.modelio.bicla;

import static java.util.Objects.requireNonNull;

/**
 * A sentence as rows of a table of words.
 *
 * @param words the table of its language
 * @param rows rows of its words in order; none if no word is in the table; not copied
 */
public record WordSequence(WordTable words, int[] rows) {
  public WordSequence {
    requireNonNull(words, "words is null");
    requireNonNull(rows, "rows is null");
  }

  /** Returns the number of words. */
  public int length() {
    return rows.length;
  }
}
