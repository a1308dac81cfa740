// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.isogloss.papers.clirbert.scoring.LogisticRegression.Example;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class LogisticRegressionTest {
  private static List<Example> of(int count, double first, double second, boolean holds) {
    return Collections.nCopies(count, new Example(first, second, holds));
  }

  @Test
  void fitsTheLogOddsOfGroupedCounts() {
    List<Example> examples = new ArrayList<>();
    // 1 in 10 are positive; 6 in 10 with the first feature; 3 in 10 with the second.
    examples.addAll(of(10_000, 0, 0, true));
    examples.addAll(of(90_000, 0, 0, false));
    examples.addAll(of(60_000, 1, 0, true));
    examples.addAll(of(40_000, 1, 0, false));
    examples.addAll(of(30_000, 0, 1, true));
    examples.addAll(of(70_000, 0, 1, false));
    LogisticRegression found = LogisticRegression.fit(examples);
    assertThat(found.bias()).isCloseTo(Math.log(1.0 / 9), within(1e-4));
    assertThat(found.logOdds(1, 0)).isCloseTo(Math.log(6.0 / 4), within(1e-4));
    assertThat(found.logOdds(0, 1)).isCloseTo(Math.log(3.0 / 7), within(1e-4));
  }

  private static double likelihood(List<Example> examples, LogisticRegression regression) {
    double sum = 0;
    for (Example one : examples) {
      double p = 1 / (1 + Math.exp(-regression.logOdds(one.first(), one.second())));
      sum += Math.log(one.positive() ? p : 1 - p);
    }
    return sum;
  }

  @RepeatedTest(20)
  void noOtherWeightsHaveHigherLikelihood() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    LogisticRegression drawn =
        new LogisticRegression(
            random.nextGaussian(), 2 * random.nextGaussian(), random.nextGaussian());
    List<Example> examples = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      double first = random.nextGaussian();
      double second = first / 2 - 3 + random.nextGaussian();
      double p = 1 / (1 + Math.exp(-drawn.logOdds(first, second)));
      examples.add(new Example(first, second, random.nextDouble() < p));
    }
    LogisticRegression found = LogisticRegression.fit(examples);
    double likelihood = likelihood(examples, found);
    for (double step : new double[] {.05, -.05}) {
      assertThat(
              likelihood(
                  examples,
                  new LogisticRegression(
                      found.bias() + step, found.firstWeight(), found.secondWeight())))
          .as("seed %d, %s of %s", seed, found, drawn)
          .isLessThan(likelihood);
      assertThat(
              likelihood(
                  examples,
                  new LogisticRegression(
                      found.bias(), found.firstWeight() + step, found.secondWeight())))
          .as("seed %d, %s of %s", seed, found, drawn)
          .isLessThan(likelihood);
      assertThat(
              likelihood(
                  examples,
                  new LogisticRegression(
                      found.bias(), found.firstWeight(), found.secondWeight() + step)))
          .as("seed %d, %s of %s", seed, found, drawn)
          .isLessThan(likelihood);
    }
  }

  @Test
  void weightsStayFiniteForSeparableExamples() {
    List<Example> examples = new ArrayList<>(of(20, 16, -13, true));
    examples.addAll(of(20, -16, -13, false));
    LogisticRegression found = LogisticRegression.fit(examples);
    assertThat(found.logOdds(16, -13)).isFinite().isGreaterThan(2);
    assertThat(found.logOdds(-16, -13)).isFinite().isLessThan(-2);
    assertThat(LogisticRegression.fit(of(3, 1, 1, true)).logOdds(1, 1)).isFinite().isPositive();
  }
}
