// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.lexical.skipgram;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FrequentWordSamplingTest {
  @Test
  void keepsOccurrencesByTheFormulaOfFastText() {
    FrequentWordSampling sampling =
        new FrequentWordSampling(new int[] {50_000, 400, 100, 1}, 1_000_000, 1e-4);
    // t / f is .002, .25, 1 and 100.
    assertThat(sampling.probability(0)).isCloseTo(.044721f + .002f, within(1e-6f));
    assertThat(sampling.probability(1)).isEqualTo(.75f);
    assertThat(sampling.probability(2)).isEqualTo(1);
    assertThat(sampling.probability(3)).isEqualTo(1);
  }

  @Test
  void drawsWithTheseProbabilities() {
    FrequentWordSampling sampling = new FrequentWordSampling(new int[] {400, 100}, 1_000_000, 1e-4);
    SplittableRandom random = new SplittableRandom(1);
    int kept = 0;
    for (int i = 0; i < 100_000; i++) {
      kept += sampling.keeps(0, random) ? 1 : 0;
      assertThat(sampling.keeps(1, random)).isTrue();
    }
    // The standard deviation is 137.
    assertThat(kept).isCloseTo(75_000, within(550));
  }
}
