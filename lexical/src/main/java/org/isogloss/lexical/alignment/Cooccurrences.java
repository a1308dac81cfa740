// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.alignment;

import org.isogloss.lexical.SentenceList;
import org.isogloss.lexical.Vocabulary;

/**
 * The expected counts of word pairs in the first iteration of Model 1. Counting requires no lookup
 * of candidates: for each source word, the sentences that contain it are read.
 */
final class Cooccurrences {
  private final SentenceList source;
  private final SentenceList target;
  private final int[] occurrenceStarts;
  private final int[] occurrences;
  private final TargetCounts targetCounts;

  /**
   * The expected counts of target words, as translations of the null word or any other.
   *
   * @param counts count of each target word
   * @param total their sum
   */
  record TargetCounts(double[] counts, double total) {}

  /**
   * Indexes the pairs.
   *
   * @param sourceWords one more than the highest number of a source word
   * @param targetWords one more than the highest number of a target word
   */
  Cooccurrences(DirectedPairs pairs, int sourceWords, int targetWords) {
    this.source = pairs.source();
    this.target = pairs.target();
    occurrenceStarts = new int[sourceWords + 1];
    int[] words = source.words();
    for (int i = 0; i < source.wordCount(); i++) {
      occurrenceStarts[words[i] + 1]++;
    }
    for (int word = 0; word < sourceWords; word++) {
      occurrenceStarts[word + 1] += occurrenceStarts[word];
    }
    occurrences = new int[source.wordCount()];
    int[] next = occurrenceStarts.clone();
    double[] counts = new double[targetWords];
    double total = 0;
    for (int s = 0; s < source.size(); s++) {
      for (int i = 0; i < source.length(s); i++) {
        occurrences[next[words[source.offset(s) + i]]++] = s;
      }
      for (int j = 0; j < target.length(s); j++) {
        counts[target.words()[target.offset(s) + j]] += share(s);
        total += share(s);
      }
    }
    targetCounts = new TargetCounts(counts, total);
  }

  private float share(int sentence) {
    return 1f / (source.length(sentence) + 1);
  }

  /** Returns one more than the highest number of a source word. */
  int sourceWords() {
    return occurrenceStarts.length - 1;
  }

  /** Returns the number of occurrences of a source word; none for the null word. */
  int occurrences(int word) {
    return occurrenceStarts[word + 1] - occurrenceStarts[word];
  }

  TargetCounts targetCounts() {
    return targetCounts;
  }

  /** Adds the counts of a source word, or of the null word, with all target words to a row. */
  void count(int word, CandidateRow row) {
    if (word == Vocabulary.NULL_WORD) {
      row.addAll(targetCounts.counts());
      return;
    }
    int[] words = target.words();
    for (int index = occurrenceStarts[word]; index < occurrenceStarts[word + 1]; index++) {
      int s = occurrences[index];
      float share = share(s);
      for (int j = target.offset(s); j < target.offset(s) + target.length(s); j++) {
        row.add(words[j], share);
      }
    }
  }
}
