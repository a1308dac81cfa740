// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.corpus;

import java.util.List;

/**
 * Sentences as words, and the pairs of translations among them. Equal sentences are stored once, so
 * that equal indices mean equal texts. Words are independent of a vocabulary; each is tokenized
 * only once.
 *
 * @param words the different words
 * @param wordIds indices of the words of all sentences, concatenated
 * @param sentenceStarts start of each sentence in {@code wordIds}, and the end of the last one
 * @param training the training pairs
 * @param heldOut the pairs held out for validation; none of their English sentences is in {@code
 *     training}
 */
public record WordCorpus(
    List<String> words,
    int[] wordIds,
    int[] sentenceStarts,
    List<PairGroup> training,
    List<PairGroup> heldOut) {
  /** Returns the number of different sentences. */
  public int sentenceCount() {
    return sentenceStarts.length - 1;
  }

  int sentenceLength(int sentence) {
    return sentenceStarts[sentence + 1] - sentenceStarts[sentence];
  }
}
