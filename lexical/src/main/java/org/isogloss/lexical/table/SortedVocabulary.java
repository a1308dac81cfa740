package org.isogloss.lexical.table;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.isogloss.lexical.Vocabulary;

/** Words of a vocabulary in the order of their bytes in UTF-8. */
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
    Numbered[] all = new Numbered[vocabulary.size() - 1];
    for (int number = 0; number < all.length; number++) {
      all[number] =
          new Numbered(vocabulary.word(number + 1).getBytes(StandardCharsets.UTF_8), number);
    }
    Arrays.sort(all, (a, b) -> Arrays.compareUnsigned(a.word(), b.word()));
    byte[][] words = new byte[all.length][];
    int[] counts = new int[all.length];
    int[] ranks = new int[all.length];
    for (int rank = 0; rank < all.length; rank++) {
      words[rank] = all[rank].word();
      counts[rank] = vocabulary.count(all[rank].number() + 1);
      ranks[all[rank].number()] = rank;
    }
    return new SortedVocabulary(words, counts, ranks);
  }

  int size() {
    return words.length;
  }

  byte[] word(int rank) {
    return words[rank];
  }

  /** How often a word was seen. */
  int count(int rank) {
    return counts[rank];
  }

  /**
   * The place of a word in the order.
   *
   * @param number one less than its number in the vocabulary
   */
  int rank(int number) {
    return ranks[number];
  }
}
