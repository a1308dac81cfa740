// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import java.util.SplittableRandom;

/**
 * Draws words with probabilities proportional to the square root of their frequencies, by the alias
 * method (Walker 1977; Vose 1991): two random accesses for each draw, in eight bytes a word, while
 * fastText has a table of 10 million words.
 */
final class NegativeSampler {
  private final int[] aliases;

  /** The probability of a column's own word, not its alias, in units of 2^-31. */
  private final int[] thresholds;

  NegativeSampler(int[] counts) {
    int size = counts.length;
    aliases = new int[size];
    thresholds = new int[size];
    double sum = 0;
    for (int count : counts) {
      sum += Math.sqrt(count);
    }
    double[] scaled = new double[size];
    int[] stack = new int[size]; // Columns with too little from the left, too much from the right.
    int small = 0;
    int large = size;
    for (int word = 0; word < size; word++) {
      scaled[word] = Math.sqrt(counts[word]) * size / sum;
      if (scaled[word] < 1) {
        stack[small++] = word;
      } else {
        stack[--large] = word;
      }
    }
    while (small > 0 && large < size) {
      int poor = stack[--small];
      int rich = stack[large];
      thresholds[poor] = (int) (scaled[poor] * (1L << 31));
      aliases[poor] = rich;
      scaled[rich] -= 1 - scaled[poor];
      if (scaled[rich] < 1) {
        large++;
        stack[small++] = rich;
      }
    }
    while (small > 0) {
      fill(stack[--small]);
    }
    while (large < size) {
      fill(stack[large++]);
    }
  }

  /** A column of its own word only; rounding errors may leave several. */
  private void fill(int word) {
    thresholds[word] = 0;
    aliases[word] = word;
  }

  /** Draws a word. */
  int sample(SplittableRandom random) {
    long bits = random.nextLong();
    int column = (int) (((bits >>> 32) * aliases.length) >>> 32);
    return (bits & 0x7fff_ffff) < thresholds[column] ? column : aliases[column];
  }

  /** Draws a word other than the given one; there must be at least two words. */
  int sampleOther(int word, SplittableRandom random) {
    int other = sample(random);
    while (other == word) {
      other = sample(random);
    }
    return other;
  }
}
