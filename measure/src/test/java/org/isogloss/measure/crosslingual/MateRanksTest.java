// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.crosslingual;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class MateRanksTest {
  @Test
  void ranksAgreeWithAManualResult() {
    float[][] similarities = {
      {0.9f, 0.1f, 0.5f, 0}, // the mate is the most similar candidate
      {0.8f, 0.3f, 0.5f, 0}, // two candidates are more similar
      {0.2f, 0.1f, 0.2f, 0} // an earlier candidate is equally similar and is ranked first
    };
    MateRanks mates = MateRanks.of(similarities);
    assertThat(mates.ranks()).containsExactly(1, 3, 2);
    assertThat(mates.accuracy()).isCloseTo(1 / 3.0, within(1e-15));
    assertThat(mates.success(2)).isCloseTo(2 / 3.0, within(1e-15));
    assertThat(mates.meanReciprocalRank()).isCloseTo((1 + 1 / 3.0 + 0.5) / 3, within(1e-15));
    assertThat(MateRanks.accuracy(new int[] {0, 0, 0})).isCloseTo(1 / 3.0, within(1e-15));
  }

  @Test
  void ranksByVectorsAgreeWithRanksByDotProducts() {
    Random random = new Random(1);
    float[][] a = new float[50][7];
    float[][] b = new float[60][7];
    float[][] dots = new float[50][60];
    for (float[] vector : a) {
      for (int i = 0; i < 7; i++) {
        vector[i] = random.nextInt(9) - 4;
      }
    }
    for (int j = 0; j < 60; j++) {
      for (int i = 0; i < 7; i++) {
        b[j][i] = j < 50 ? a[j][i] + random.nextInt(3) : random.nextInt(9) - 4;
      }
    }
    for (int i = 0; i < 50; i++) {
      for (int j = 0; j < 60; j++) {
        for (int k = 0; k < 7; k++) {
          dots[i][j] += a[i][k] * b[j][k];
        }
      }
    }
    assertThat(MateRanks.of(a, b).ranks()).isEqualTo(MateRanks.of(dots).ranks());
    assertThat(MateRanks.of(a, b).accuracy()).isBetween(0.2, 1.0);
  }

  @Test
  void measuresGivenRanks() {
    MateRanks mates = MateRanks.ofRanks(new int[] {1, 2, 4});
    assertThat(mates.accuracy()).isCloseTo(1 / 3.0, within(1e-15));
    assertThat(mates.meanReciprocalRank()).isCloseTo((1 + 1 / 2.0 + 1 / 4.0) / 3, within(1e-15));
    assertThatThrownBy(() -> MateRanks.ofRanks(new int[] {1, 0}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("the rank of sentence 1 is 0, expected 1 or more");
  }

  @Test
  void rejectsASentenceWithoutMate() {
    assertThatThrownBy(() -> MateRanks.of(new float[][] {{1}, {1}}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("sentence 1 has no mate");
    assertThatThrownBy(() -> MateRanks.of(new float[][] {{Float.NaN}}))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
