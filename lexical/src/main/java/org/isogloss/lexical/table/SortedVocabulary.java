// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isogloss.lexical.Vocabulary;

/** The words of a vocabulary, sorted by their bytes in UTF-8. */
final class SortedVocabulary {
  private final byte[][] words;
  private final int[] counts;
  private final int[] ranks;

  private SortedVocabulary(byte[][] words, int[] counts, int[] ranks) {
    this.words = words;
    this.counts = counts;
    this.ranks = ranks;
  }

  static SortedVocabulary of(Vocabulary vocabulary) {
    record Numbered(byte[] word, int number) {}
    Numbered[] numberedWords = new Numbered[vocabulary.size() - 1];
    for (int number = 0; number < numberedWords.length; number++) {
      numberedWords[number] =
          new Numbered(vocabulary.word(number + 1).getBytes(StandardCharsets.UTF_8), number);
    }
    Arrays.sort(numberedWords, (a, b) -> Arrays.compareUnsigned(a.word(), b.word()));
    byte[][] words = new byte[numberedWords.length][];
    int[] counts = new int[numberedWords.length];
    int[] ranks = new int[numberedWords.length];
    for (int rank = 0; rank < numberedWords.length; rank++) {
      words[rank] = numberedWords[rank].word();
      counts[rank] = vocabulary.count(numberedWords[rank].number() + 1);
      ranks[numberedWords[rank].number()] = rank;
    }
    return new SortedVocabulary(words, counts, ranks);
  }

  int size() {
    return words.length;
  }

  byte[] word(int rank) {
    return words[rank];
  }

  /** Returns the count of a word. */
  int count(int rank) {
    return counts[rank];
  }

  /**
   * Returns the rank of a word.
   *
   * @param number number of the word in the vocabulary, minus one
   */
  int rank(int number) {
    return ranks[number];
  }
}
