// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.isogloss.core.IsoglossException;
import org.isogloss.lexical.SentenceList;
import org.isogloss.lexical.Vocabulary;

/**
 * The frequent words of a text and its sentences as their numbers, from 0 for the most frequent
 * word, in four bytes a word. Words of equal frequency are in the order of their first occurrence.
 * Long sentences are divided, as fastText does.
 *
 * @param words the words that are frequent enough
 * @param counts {@code [words.size()]}, how often each occurs
 * @param sentences sentences without rare words
 * @param totalWords number of words of the text, rare ones included
 */
record TrainingText(List<String> words, int[] counts, SentenceList sentences, long totalWords) {
  static final int MAX_SENTENCE_LENGTH = 1024;

  /**
   * Reads a text to its end.
   *
   * @throws IsoglossException if fewer than two words are frequent enough
   */
  static TrainingText read(Iterator<List<String>> sentences, int minCount) {
    Vocabulary vocabulary = new Vocabulary();
    SentenceList all = new SentenceList();
    while (sentences.hasNext()) {
      List<String> words = sentences.next();
      int[] numbers = new int[words.size()];
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = vocabulary.add(words.get(i));
      }
      all.add(numbers);
    }
    int[] frequent = vocabulary.frequent(minCount);
    requireSeveral(frequent.length, vocabulary.size() - 1, minCount);
    return new TrainingText(
        Arrays.stream(frequent).mapToObj(vocabulary::word).toList(),
        Arrays.stream(frequent).map(vocabulary::count).toArray(),
        renumber(all, frequent, vocabulary.size()),
        all.wordCount());
  }

  private static void requireSeveral(int frequent, int distinct, int minCount) {
    if (distinct == 0) {
      throw new IsoglossException("the text contains no words: expected sentences of words");
    }
    if (frequent < 2) {
      throw new IsoglossException(
          (frequent == 0 ? "none" : "only one")
              + " of the "
              + distinct
              + " distinct words of the text occurs "
              + minCount
              + (minCount == 1 ? " time" : " times")
              + " or more, expected at least two: train on more text or reduce the minimum count");
    }
  }

  private static SentenceList renumber(SentenceList all, int[] frequent, int size) {
    int[] numbers = new int[size];
    Arrays.fill(numbers, -1);
    for (int word = 0; word < frequent.length; word++) {
      numbers[frequent[word]] = word;
    }
    SentenceList sentences = new SentenceList();
    int[] kept = new int[MAX_SENTENCE_LENGTH];
    for (int s = 0; s < all.size(); s++) {
      int count = 0;
      for (int i = all.offset(s); i < all.offset(s) + all.length(s); i++) {
        int word = numbers[all.words()[i]];
        if (word >= 0) {
          kept[count++] = word;
        }
        if (count == MAX_SENTENCE_LENGTH) {
          sentences.add(kept);
          count = 0;
        }
      }
      if (count > 0) {
        sentences.add(Arrays.copyOf(kept, count));
      }
    }
    return sentences;
  }
}
