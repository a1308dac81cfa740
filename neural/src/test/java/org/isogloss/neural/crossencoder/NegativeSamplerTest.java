// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.crossencoder;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NegativeSamplerTest {
  /** Passage 2 shares two rare tokens with passage 0, passage 1 only the one that all share. */
  private static final int[][] POOL = {{1, 7, 8}, {1, 2}, {8, 7, 1}, {1, 3, 7}, {1, 4}, {1, 7, 8}};

  /** Passages 0 and 5 are equal. */
  private static final int[] KEYS = {0, 1, 2, 3, 4, 0};

  private static List<Integer> negatives(
      int positive, Set<Integer> excluded, int random, int hard) {
    return new NegativeSampler(POOL, KEYS)
        .select(positive, excluded, new NegativeOptions(random, hard, 6), new SplittableRandom(1));
  }

  @Test
  void hardNegativesShareTheMostRareTokens() {
    assertThat(negatives(0, Set.of(), 0, 2)).containsExactly(2, 3);
    assertThat(negatives(2, Set.of(), 0, 1)).as("either of the equal passages").isSubsetOf(0, 5);
  }

  @Test
  void excludesRelevantPassagesAndTheirDuplicates() {
    assertThat(negatives(0, Set.of(2, 3), 3, 2)).containsExactlyInAnyOrder(1, 4);
    assertThat(negatives(5, Set.of(), 5, 0)).containsExactlyInAnyOrder(1, 2, 3, 4);
  }
}
