// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.mining;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

/** What all scores of pairs have in common. */
abstract class PairwiseScoresContractTest {
  final long seed = new Random().nextLong();

  /** Creates scores of several sentences and of enough candidates for more than one block. */
  abstract PairwiseScores scores(long seed);

  @Test
  void blocksContainEveryCandidateOnce() {
    PairwiseScores scores = scores(seed);
    int blocks = 0;
    for (int first = 0; first < scores.candidateCount(); blocks++) {
      PairwiseScores.Block block = scores.block(first, 2);
      assertThat(block.size()).isPositive();
      for (int sentence = 0; sentence < scores.sentenceCount(); sentence++) {
        float[] row = block.scores(sentence);
        assertThat(row).hasSize(block.size());
        for (int i = 0; i < row.length; i += 1 + row.length / 50) {
          assertThat(row[i])
              .as("seed %d, sentence %d, candidate %d", seed, sentence, first + i)
              .isCloseTo(scores.score(sentence, first + i), within(1e-6f));
        }
      }
      first += block.size();
      assertThat(first).isLessThanOrEqualTo(scores.candidateCount());
    }
    assertThat(blocks).isGreaterThan(1);
  }

  @Test
  void scoresAreNumbersEvenWithoutContent() {
    PairwiseScores scores = scores(seed);
    assertThat(scores.sentenceHasContent(0)).isTrue();
    assertThat(scores.sentenceHasContent(1)).as("sentence 1 is empty").isFalse();
    assertThat(scores.candidateHasContent(0)).isTrue();
    assertThat(scores.candidateHasContent(2)).as("candidate 2 is empty").isFalse();
    assertThat(scores.score(1, 0)).isFinite();
    assertThat(scores.score(0, 2)).isFinite();
    assertThat(scores.score(1, 2)).isFinite();
  }
}
