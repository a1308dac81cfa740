// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import static java.util.Objects.requireNonNull;

import java.util.List;
import org.isogloss.data.LanguagePair;

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

  /**
   * Returns the tags of the two languages, such as {@code zh-Hant} and {@code en}, the left one
   * first.
   *
   * @throws IllegalStateException if the name is not that of two languages
   */
  public List<String> languages() {
    LanguagePair pair =
        LanguagePair.find(name)
            .orElseThrow(() -> new IllegalStateException(name + " is not a pair of languages"));
    return List.of(pair.source().tag(), pair.target().tag());
  }

  /** Returns the number of pairs. */
  public int size() {
    return left.length;
  }
}
