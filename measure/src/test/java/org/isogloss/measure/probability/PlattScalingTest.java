// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.probability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.ScoreProbability;
import org.junit.jupiter.api.Test;

class PlattScalingTest {
  /** Scores from 0 to 1, relevant with the probability of a known function. */
  private static List<ScoredJudgement> sample(ScoreProbability truth, int size, long seed) {
    Random random = new Random(seed);
    List<ScoredJudgement> hits = new ArrayList<>();
    for (int i = 0; i < size; i++) {
      double score = random.nextDouble();
      hits.add(new ScoredJudgement(score, random.nextDouble() < truth.of(score, 1)));
    }
    return hits;
  }

  @Test
  void findsTheFunctionThatGeneratedTheJudgements() {
    ScoreProbability found =
        PlattScaling.fit(sample(new ScoreProbability(12, -7, 0), 200_000, 1), 1);
    assertThat(found.slope()).isCloseTo(12, within(0.15));
    assertThat(found.intercept()).isCloseTo(-7, within(0.1));
  }

  /** An independent computation: gradient descent on the same targets, until it stands still. */
  @Test
  void agreesWithGradientDescent() {
    List<ScoredJudgement> hits = sample(new ScoreProbability(6, -2, 0), 60, 2);
    double relevant = hits.stream().filter(ScoredJudgement::relevant).count();
    double high = (relevant + 1) / (relevant + 2);
    double low = 1 / (hits.size() - relevant + 2);
    double slope = 0;
    double intercept = 0;
    for (int step = 0; step < 400_000; step++) {
      double slopeGradient = 0;
      double interceptGradient = 0;
      for (ScoredJudgement hit : hits) {
        double error =
            1 / (1 + Math.exp(-(slope * hit.score() + intercept))) - (hit.relevant() ? high : low);
        slopeGradient += error * hit.score();
        interceptGradient += error;
      }
      slope -= 0.02 * slopeGradient;
      intercept -= 0.02 * interceptGradient;
    }
    ScoreProbability found = PlattScaling.fit(hits, 1);
    assertThat(found.slope()).isCloseTo(slope, within(1e-6));
    assertThat(found.intercept()).isCloseTo(intercept, within(1e-6));
  }

  @Test
  void staysFiniteIfTheScoreSeparatesRelevantHits() {
    List<ScoredJudgement> hits = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      hits.add(new ScoredJudgement(i, i >= 25));
    }
    ScoreProbability found = PlattScaling.fit(hits, 1);
    assertThat(found.of(49, 1)).isBetween(0.9, 1.0);
    assertThat(found.of(0, 1)).isBetween(0.0, 0.1);
  }

  @Test
  void rejectsWhatCannotBeEstimated() {
    ScoredJudgement relevant = new ScoredJudgement(0.5, true);
    ScoredJudgement other = new ScoredJudgement(0.5, false);
    List<ScoredJudgement> hits = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      hits.add(relevant);
    }
    assertThatThrownBy(() -> PlattScaling.fit(hits, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "of 20 hits, 20 are relevant and 0 are not, expected at least 5 of each");
    for (int i = 0; i < 20; i++) {
      hits.add(other);
    }
    assertThatThrownBy(() -> PlattScaling.fit(hits, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("all hits have the score 0.5");
    for (int i = 0; i < 20; i++) {
      hits.add(new ScoredJudgement(0.9, false));
    }
    assertThatThrownBy(() -> PlattScaling.fit(hits, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("relevant hits do not have higher scores");
  }
}
