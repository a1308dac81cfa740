// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import java.util.SplittableRandom;

/**
 * Sub-sampling of frequent words: an occurrence of a word of relative frequency f is kept with
 * probability {@code sqrt(t / f) + t / f}. The formula is that of word2vec's and fastText's source,
 * not of their papers. The frequencies of fastText also count line ends.
 */
final class FrequentWordSampling {
  private final float[] probabilities;

  FrequentWordSampling(int[] counts, long totalWords, double threshold) {
    probabilities = new float[counts.length];
    for (int word = 0; word < counts.length; word++) {
      double ratio = threshold * totalWords / counts[word];
      probabilities[word] = (float) Math.min(1, Math.sqrt(ratio) + ratio);
    }
  }

  /** Returns the probability with which an occurrence is kept. */
  float probability(int word) {
    return probabilities[word];
  }

  /** Decides on one occurrence. */
  boolean keeps(int word, SplittableRandom random) {
    return random.nextFloat() < probabilities[word];
  }
}
