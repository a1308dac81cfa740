// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.bicla;

import java.util.Arrays;
import java.util.List;
import org.isogloss.modelio.bicla.WordSequence;
import org.isogloss.modelio.bicla.WordTable;

/**
 * Translations as rows of the tables of their languages.
 *
 * @param firstWords table of the first sentences
 * @param secondWords table of the second sentences
 * @param first rows of the first sentences, in the order of the pairs
 * @param second rows of their translations
 * @param origins where each pair was found
 */
record BiclaPairs(
    WordTable firstWords,
    WordTable secondWords,
    List<int[]> first,
    List<int[]> second,
    List<String> origins) {
  BiclaPairs {
    first = List.copyOf(first);
    second = List.copyOf(second);
    origins = List.copyOf(origins);
    if (first.size() != second.size() || first.size() != origins.size()) {
      throw new IllegalArgumentException(
          first.size()
              + " first sentences for "
              + second.size()
              + " second sentences of "
              + origins.size()
              + " origins");
    }
  }

  int size() {
    return first.size();
  }

  /** Returns the pairs from an index to another, which is excluded. */
  BiclaPairs range(int from, int to) {
    return new BiclaPairs(
        firstWords,
        secondWords,
        first.subList(from, to),
        second.subList(from, to),
        origins.subList(from, to));
  }

  WordSequence firstSentence(int pair) {
    return new WordSequence(firstWords, first.get(pair));
  }

  WordSequence secondSentence(int pair) {
    return new WordSequence(secondWords, second.get(pair));
  }

  /** Returns whether a second sentence translates the first sentence of a pair, or equals it. */
  boolean isTranslation(int pair, int candidate) {
    return candidate == pair
        || Arrays.equals(second.get(candidate), second.get(pair))
        || Arrays.equals(first.get(candidate), first.get(pair));
  }
}
