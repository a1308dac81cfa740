// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.concordance;

/**
 * How evenly the occurrences of a word are distributed over a corpus: the normalised deviation of
 * proportions. For parts <em>i</em> with the share <em>s<sub>i</sub></em> of all words of the
 * corpus and the share <em>v<sub>i</sub></em> of all occurrences,
 *
 * <pre>DP = 1/2 sum over i of |s_i - v_i|,   DPnorm = DP / (1 - min over i of s_i)</pre>
 *
 * 0 if the occurrences are distributed as the words are, 1 if all are in the smallest part (Gries
 * 2008, <em>Dispersions and adjusted frequencies in corpora</em>; Lijffijt and Gries 2012,
 * correction to it).
 *
 * <p>The parts are consecutive stretches of the same number of sentences, between {@value
 * #MIN_PARTS} and twice as many in a corpus with that many sentences; the size of a part doubles as
 * the corpus grows.
 */
final class Dispersion {
  private static final int MIN_PARTS = 32;

  private final long[] words = new long[2 * MIN_PARTS];
  private final long[] occurrences = new long[2 * MIN_PARTS];
  private long partSize = 1;
  private long sentences;

  /** Adds the next sentence. */
  void add(int wordsOfSentence, int occurrencesInSentence) {
    if (sentences == partSize * words.length) {
      mergeParts(words);
      mergeParts(occurrences);
      partSize *= 2;
    }
    int part = (int) (sentences++ / partSize);
    words[part] += wordsOfSentence;
    occurrences[part] += occurrencesInSentence;
  }

  private static void mergeParts(long[] parts) {
    for (int i = 0; i < parts.length; i++) {
      parts[i] = 2 * i < parts.length ? parts[2 * i] + parts[2 * i + 1] : 0;
    }
  }

  /** Returns DPnorm, 0 to 1; 0 if there is one part or no occurrence. */
  double value() {
    int parts = (int) ((sentences + partSize - 1) / partSize);
    double allWords = sum(words);
    double all = sum(occurrences);
    if (parts < 2 || all == 0) {
      return 0;
    }
    double difference = 0;
    double smallest = 1;
    for (int i = 0; i < parts; i++) {
      double share = words[i] / allWords;
      difference += Math.abs(share - occurrences[i] / all);
      smallest = Math.min(smallest, share);
    }
    return difference / 2 / (1 - smallest);
  }

  private static double sum(long[] parts) {
    double sum = 0;
    for (long part : parts) {
      sum += part;
    }
    return sum;
  }
}
