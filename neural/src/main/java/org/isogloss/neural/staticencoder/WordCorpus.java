package org.isogloss.neural.staticencoder;

import java.util.List;
import org.isogloss.neural.PairGroup;

/**
 * Sentences as words, and which of them say the same. Equal sentences are one, so that equal
 * numbers are equal texts. Words stand for any vocabulary: each is cut into pieces once.
 *
 * @param words the different words
 * @param tokens the words of all sentences by their number, one sentence after the other
 * @param starts where each sentence begins in {@code tokens}; one more entry for the end
 * @param training pairs to train on
 * @param heldOut pairs kept for validation; none of their sentences is in {@code training}
 */
record WordCorpus(
    List<String> words,
    int[] tokens,
    int[] starts,
    List<PairGroup> training,
    List<PairGroup> heldOut) {
  int sentences() {
    return starts.length - 1;
  }

  int length(int sentence) {
    return starts[sentence + 1] - starts[sentence];
  }
}
