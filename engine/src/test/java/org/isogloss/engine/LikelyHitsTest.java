// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.junit.jupiter.api.Test;

class LikelyHitsTest {
  @Test
  void aThirdOfTheWayFromTheHundredthScoreToTheFirstSeparatesLikelyHits() {
    List<Hit> hits = descending(200); // 1 to .005; the hundredth has .505, the limit is .67

    assertThat(LikelyHits.withHighScores(hits)).isEqualTo(hits.subList(0, 67));
  }

  @Test
  void allOfFewHitsMayBeLikely() {
    assertThat(LikelyHits.withHighScores(descending(99))).hasSize(99);
    assertThat(LikelyHits.withHighScores(List.of())).isEmpty();
  }

  @Test
  void equalScoresAreAllLikely() {
    Hit[] equal = IntStream.range(0, 150).mapToObj(i -> hit(i, .5)).toArray(Hit[]::new);

    assertThat(LikelyHits.withHighScores(List.of(equal))).hasSize(150);
  }

  private static List<Hit> descending(int number) {
    return Ranking.of(
            IntStream.range(0, number)
                .mapToObj(i -> hit(i, (number - i) / (double) number))
                .toList())
        .hits();
  }

  private static Hit hit(int number, double score) {
    return new Hit("document-%03d".formatted(number), 0, score);
  }
}
