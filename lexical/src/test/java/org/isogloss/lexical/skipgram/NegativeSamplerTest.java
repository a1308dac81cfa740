// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NegativeSamplerTest {
  private static final int DRAWS = 200_000;

  private static void requireSquareRoots(int... counts) {
    NegativeSampler sampler = new NegativeSampler(counts);
    SplittableRandom random = new SplittableRandom(7);
    int[] drawn = new int[counts.length];
    for (int i = 0; i < DRAWS; i++) {
      drawn[sampler.sample(random)]++;
    }
    double sum = 0;
    for (int count : counts) {
      sum += Math.sqrt(count);
    }
    for (int word = 0; word < counts.length; word++) {
      double p = Math.sqrt(counts[word]) / sum;
      assertThat((double) drawn[word])
          .as("draws of word %d", word)
          .isCloseTo(DRAWS * p, within(4.5 * Math.sqrt(DRAWS * p * (1 - p))));
    }
  }

  @Test
  void drawsBySquareRootsOfFrequencies() {
    requireSquareRoots(1_000_000, 40_000, 900, 900, 100, 25, 5, 5, 5);
    requireSquareRoots(3, 3, 3);
    requireSquareRoots(Integer.MAX_VALUE, 1);
    requireSquareRoots(16, 9, 4, 1, 1, 1, 1, 1, 1, 1, 1);
  }

  @Test
  void drawsEveryWordOfALargeVocabulary() {
    int[] counts = new int[1000];
    for (int word = 0; word < counts.length; word++) {
      counts[word] = 1 + 100_000 / (word + 1);
    }
    requireSquareRoots(counts);
  }

  @Test
  void aNegativeIsNeverTheContext() {
    NegativeSampler sampler = new NegativeSampler(new int[] {1_000_000, 1});
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < 100; i++) {
      assertThat(sampler.sampleOther(0, random)).isEqualTo(1);
    }
  }
}
