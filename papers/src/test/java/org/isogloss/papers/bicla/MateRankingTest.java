// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import org.isogloss.api.pipeline.FusionMethod;
import org.isogloss.core.Hit;
import org.isogloss.core.Ranking;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.bicla.MateRanking.Weighted;
import org.isogloss.papers.experiment.PublishedFigures;
import org.junit.jupiter.api.Test;

class MateRankingTest {
  @Test
  void ranksByScoreThenByPosition() {
    MateRanking ranking = MateRanking.of(new float[][] {{.1f, .3f, .3f}, {-1, 5, 2}});
    assertThat(ranking.ranks()[0]).containsExactly(3, 1, 2);
    assertThat(ranking.ranks()[1]).containsExactly(3, 1, 2);
    assertThat(ranking.averagePrecisions()).containsExactly(1 / 3.0, 1);
  }

  @Test
  void sentencesWithoutAScoreAreLast() {
    MateRanking ranking =
        MateRanking.of(new float[][] {{Float.NEGATIVE_INFINITY, -1e30f, Float.NEGATIVE_INFINITY}});
    assertThat(ranking.ranks()[0]).containsExactly(2, 1, 3);
  }

  @Test
  void interpolatesRanks() {
    MateRanking a = MateRanking.of(new float[][] {{3, 2, 1}});
    MateRanking b = MateRanking.of(new float[][] {{1, 2, 3}});
    // Mean ranks .7 * 1 + .3 * 3 = 1.6, 2 and 2.4.
    assertThat(interpolated(a, .7, b, .3).ranks()[0]).containsExactly(1, 2, 3);
    assertThat(interpolated(a, .2, b, .8).ranks()[0]).containsExactly(3, 2, 1);
    assertThat(interpolated(a, .5, b, .5).ranks()[0]).as("ties").containsExactly(1, 2, 3);
    assertThat(interpolated(a, 7, b, 3).ranks()[0]).containsExactly(1, 2, 3);
  }

  private static MateRanking interpolated(MateRanking a, double x, MateRanking b, double y) {
    return MateRanking.interpolate(List.of(new Weighted(a, x), new Weighted(b, y)));
  }

  @Test
  void isTheFusionOfPipelines() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int targets = 30;
    List<Weighted> parts = new ArrayList<>();
    List<Ranking> rankings = new ArrayList<>();
    double[] weights = {.8, .1, .1};
    for (double weight : weights) {
      float[][] scores = new float[1][targets];
      List<Hit> hits = new ArrayList<>();
      for (int i = 0; i < targets; i++) {
        scores[0][i] = random.nextInt(10);
        hits.add(hit(i, scores[0][i]));
      }
      parts.add(new Weighted(MateRanking.of(scores), weight));
      rankings.add(Ranking.of(hits));
    }
    int[] ranks = MateRanking.interpolate(parts).ranks()[0];
    List<String> expected =
        FusionMethod.INTERPOLATE.fuse(rankings, weights).hits().stream()
            .map(Hit::documentId)
            .toList();
    assertThat(expected).hasSize(targets);
    for (int i = 0; i < targets; i++) {
      assertThat(expected.get(ranks[i] - 1)).as("seed %d", seed).isEqualTo(id(i));
    }
  }

  private static String id(int target) {
    return String.format(Locale.ROOT, "%03d", target);
  }

  private static Hit hit(int target, float score) {
    return new Hit(id(target), 0, score);
  }

  @Test
  void namesEnsemblesAsThePaper() {
    assertThat(BiclaEnsemble.PAPER)
        .extracting(BiclaEnsemble::label)
        .startsWith("BiCLA + AGG .5; .5", "BiCLA + AGG .7; .3")
        .endsWith("BiCLA + AGG + TbT .8; .1; .1")
        .hasSize(9);
    assertThat(PublishedFigures.of(BiclaPaper.class).rows("ensembles", List.of()))
        .extracting(PaperTable.Row::name)
        .startsWith(BiclaEnsemble.PAPER.stream().map(BiclaEnsemble::label).toArray(String[]::new))
        .hasSize(BiclaEnsemble.PAPER.size() + 1);
  }
}
