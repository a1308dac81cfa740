package org.isogloss.neural.corpus;

import java.util.List;

/**
 * Sentences as words, and which of them say the same. Equal sentences are one, so that equal
 * numbers are equal texts. Words stand for any vocabulary: each is cut into pieces once.
 *
 * @param words the different words
 * @param wordIds the words of all sentences by their number, one sentence after the other
 * @param sentenceStarts where each sentence begins in {@code tokens}; one more entry for the end
 * @param training pairs to train on
 * @param heldOut pairs kept for validation; none of their sentences is in {@code training}
 */
public record WordCorpus(
    List<String> words,
    int[] wordIds,
    int[] sentenceStarts,
    List<PairGroup> training,
    List<PairGroup> heldOut) {
  public int sentenceCount() {
    return sentenceStarts.length - 1;
  }

  int sentenceLength(int sentence) {
    return sentenceStarts[sentence + 1] - sentenceStarts[sentence];
  }
}
