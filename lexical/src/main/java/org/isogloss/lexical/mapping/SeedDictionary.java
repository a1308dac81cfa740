// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.mapping;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.isogloss.core.IsoglossException;
import org.isogloss.data.bitext.WordPair;
import org.isogloss.lexical.wordvector.WordVectors;

/** The pairs of a dictionary from which a map is learned: both words have vectors. */
final class SeedDictionary {
  private static final int WORDS_IN_MESSAGE = 5;

  /** The rows of two words that are translations of each other. */
  record RowPair(int source, int target) {}

  private final int size;
  private final Set<RowPair> known = new LinkedHashSet<>();
  private final Set<String> unknownSources = new LinkedHashSet<>();
  private final Set<String> unknownTargets = new LinkedHashSet<>();
  private int unknownPairs;

  SeedDictionary(WordVectors source, WordVectors target, List<WordPair> dictionary) {
    size = dictionary.size();
    for (WordPair pair : dictionary) {
      OptionalInt sourceRow = source.find(pair.source());
      OptionalInt targetRow = target.find(pair.target());
      if (sourceRow.isEmpty()) {
        unknownSources.add(pair.source());
      }
      if (targetRow.isEmpty()) {
        unknownTargets.add(pair.target());
      }
      if (sourceRow.isPresent() && targetRow.isPresent()) {
        known.add(new RowPair(sourceRow.getAsInt(), targetRow.getAsInt()));
      } else {
        unknownPairs++;
      }
    }
  }

  /** Returns the number of pairs of which at least one word has no vector. */
  int unknownPairs() {
    return unknownPairs;
  }

  /** Returns at most {@code maxPairs} distinct pairs, those with the most frequent words. */
  List<RowPair> pairs(int maxPairs) {
    List<RowPair> pairs = new ArrayList<>(known);
    if (pairs.size() > maxPairs) {
      pairs.sort(
          Comparator.comparingInt((RowPair pair) -> Math.max(pair.source(), pair.target()))
              .thenComparingInt(RowPair::source));
    }
    return pairs.subList(0, Math.min(maxPairs, pairs.size()));
  }

  /**
   * Checks that there are enough pairs.
   *
   * @throws IsoglossException otherwise; the message names words without vectors
   */
  void requirePairs(int minimum) {
    if (known.size() >= minimum) {
      return;
    }
    throw new IsoglossException(
        "found "
            + known.size()
            + " distinct pairs with vectors of both words among the "
            + size
            + " pairs of the dictionary, expected "
            + minimum
            + " or more, the dimension of the vectors, because fewer do not determine a map."
            + examples("source", unknownSources)
            + examples("target", unknownTargets)
            + " Use a larger dictionary, more words of the vectors, or vectors of a lower"
            + " dimension, and check that the columns of the dictionary are in the order of the"
            + " vectors.");
  }

  private static String examples(String side, Collection<String> words) {
    if (words.isEmpty()) {
      return "";
    }
    return words.stream()
        .limit(WORDS_IN_MESSAGE)
        .collect(
            Collectors.joining(
                ", ",
                " Without a vector are " + words.size() + " " + side + " words: ",
                words.size() > WORDS_IN_MESSAGE ? ", ..." : "."));
  }
}
