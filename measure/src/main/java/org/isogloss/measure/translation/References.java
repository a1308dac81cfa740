// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import java.util.List;

/**
 * One or more reference translations of each sentence.
 *
 * @param translations for each translator the translations of all sentences, in the same order
 */
public record References(List<List<String>> translations) {
  /**
   * @throws IllegalArgumentException if there is no reference, or if references have different
   *     numbers of sentences
   */
  public References {
    translations = translations.stream().map(List::copyOf).toList();
    if (translations.isEmpty()) {
      throw new IllegalArgumentException("found no reference, expected at least one");
    }
    for (List<String> other : translations) {
      if (other.size() != translations.getFirst().size()) {
        throw new IllegalArgumentException(
            "found references of "
                + translations.getFirst().size()
                + " and of "
                + other.size()
                + " sentences, expected as many in each");
      }
    }
  }

  /** A single reference for each sentence. */
  public static References of(List<String> translations) {
    return new References(List.of(translations));
  }

  /** Returns the number of sentences. */
  public int sentences() {
    return translations.getFirst().size();
  }

  /** Returns all references of one sentence. */
  List<String> of(int sentence) {
    return translations.stream().map(all -> all.get(sentence)).toList();
  }
}
