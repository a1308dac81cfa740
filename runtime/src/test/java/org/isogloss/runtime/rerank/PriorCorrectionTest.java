// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.runtime.rerank;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class PriorCorrectionTest {
  @Test
  void multipliesOdds() {
    PriorCorrection hundredth = new PriorCorrection(.01);
    assertThat(hundredth.correct(.5)).isCloseTo(1 / 101.0, within(1e-12));
    assertThat(hundredth.correct(.9)).isCloseTo(.09 / 1.09, within(1e-12));
    assertThat(hundredth.correct(0)).isZero();
    for (double p : new double[] {0, 1e-30, .1, .25, .999}) {
      assertThat(PriorCorrection.NONE.correct(p)).isCloseTo(p, within(1e-15));
    }
  }

  @Test
  void correctsCertainProbability() {
    assertThat(new PriorCorrection(1e-4).correct(1)).isLessThan(1 - 1e-4);
    assertThat(PriorCorrection.NONE.correct(1)).isLessThan(1);
  }

  /** Compares the correction with Bayes' rule for the sample and the population. */
  @RepeatedTest(20)
  void correctionForSampledNegativesRestoresPopulationOdds() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    int labels = 50 + random.nextInt(1000);
    int negatives = 1 + random.nextInt(5);
    double[] probabilities = new double[labels];
    double positives = 0;
    for (int i = 0; i < labels; i++) {
      probabilities[i] = Math.pow(random.nextDouble(), 8) / 2;
      positives += probabilities[i];
    }
    PriorCorrection correction = PriorCorrection.forSampledNegatives(positives, negatives, labels);
    for (double p : probabilities) {
      // An item has this label, or the label is one of the negatives sampled uniformly from all
      // others.
      double sampled = p / (negatives * positives * (1 - p) / labels);
      double learned = sampled / (1 + sampled);
      assertThat(correction.correct(learned)).as("seed %d", seed).isCloseTo(p, within(1e-9));
    }
  }

  @Test
  void rejectsInvalidFactors() {
    assertThatThrownBy(() -> new PriorCorrection(0)).hasMessageContaining("oddsFactor is 0.0");
    assertThatThrownBy(() -> PriorCorrection.forSampledNegatives(1, 0, 5))
        .hasMessageContaining("expected a number above 0");
    assertThatThrownBy(() -> PriorCorrection.forSampledNegatives(1, 2, 0))
        .hasMessageContaining("expected a number above 0");
  }
}
