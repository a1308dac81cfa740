package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class PriorCorrectionTest {
  @Test
  void oddsAreMultiplied() {
    PriorCorrection hundredth = new PriorCorrection(.01);
    assertThat(hundredth.correct(.5)).isCloseTo(1 / 101.0, within(1e-12));
    assertThat(hundredth.correct(.9)).isCloseTo(.09 / 1.09, within(1e-12));
    assertThat(hundredth.correct(0)).isZero();
    for (double p : new double[] {0, 1e-30, .1, .25, .999}) {
      assertThat(PriorCorrection.NONE.correct(p)).isCloseTo(p, within(1e-15));
    }
  }

  @Test
  void aModelIsNeverQuiteSure() {
    assertThat(new PriorCorrection(1e-4).correct(1)).isLessThan(1 - 1e-4);
    assertThat(PriorCorrection.NONE.correct(1)).isLessThan(1);
  }

  /** What Bayes' rule says of the sample, and of the world that it was drawn of. */
  @RepeatedTest(20)
  void drawnNegativesGiveTheOddsOfTheWorld() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int labels = 50 + random.nextInt(1000);
    int negatives = 1 + random.nextInt(5);
    double[] chances = new double[labels];
    double positives = 0;
    for (int i = 0; i < labels; i++) {
      chances[i] = Math.pow(random.nextDouble(), 8) / 2;
      positives += chances[i];
    }
    PriorCorrection correction = PriorCorrection.forSampledNegatives(positives, negatives, labels);
    for (double p : chances) {
      // An item has this label, or it is one of the negatives drawn, evenly, of all others.
      double sampled = p / (negatives * positives * (1 - p) / labels);
      double learned = sampled / (1 + sampled);
      assertThat(correction.correct(learned)).as("seed %d", seed).isCloseTo(p, within(1e-9));
    }
  }

  @Test
  void oddsOfNothingAreRefused() {
    assertThatThrownBy(() -> new PriorCorrection(0)).hasMessageContaining("odds are 0.0");
    assertThatThrownBy(() -> PriorCorrection.forSampledNegatives(1, 0, 5))
        .hasMessageContaining("expected a number above 0");
    assertThatThrownBy(() -> PriorCorrection.forSampledNegatives(1, 2, 0))
        .hasMessageContaining("expected a number above 0");
  }
}
