// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert.scoring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.isogloss.papers.clirbert.supervision.OccurrenceExample;
import org.junit.jupiter.api.Test;

class LogOddsCombinationTest {
  private final Random random = new Random(7);
  private final List<OccurrenceExample> examples = new ArrayList<>();
  private final List<Double> bert = new ArrayList<>();

  /** Two informative sources with independent errors. */
  private void sample(int sentences) {
    for (int s = 0; s < sentences; s++) {
      for (int q = 0; q < 4; q++) {
        boolean occurs = random.nextBoolean();
        double hint = (occurs ? 1 : -1) + 1.2 * random.nextGaussian();
        examples.add(new OccurrenceExample(hint + " word", "sentence " + s, occurs));
        double predictions = (occurs ? 1 : -1) + 1.2 * random.nextGaussian();
        bert.add(1 / (1 + Math.exp(-2 * predictions)));
      }
    }
  }

  private static double hint(OccurrenceExample one) {
    return Double.parseDouble(one.query().split(" ", -1)[0]);
  }

  private double[] predictions() {
    return bert.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private double right(double[] probabilities) {
    int right = 0;
    for (int i = 0; i < probabilities.length; i++) {
      right += probabilities[i] >= .5 == examples.get(i).occurs() ? 1 : 0;
    }
    return (double) right / probabilities.length;
  }

  @Test
  void combinationIsMoreAccurateThanEitherScorer() {
    sample(1000);
    double[] alone = predictions();
    double[] table = examples.stream().mapToDouble(one -> hint(one) > 0 ? 1 : 0).toArray();
    double[] together =
        new LogOddsCombination(examples, alone, LogOddsCombinationTest::hint)
            .heldOutProbabilities();
    // One source is right with the probability of a deviation under 1/1.2, both under its root of
    // 2.
    assertThat(right(alone)).isCloseTo(.798, within(.03));
    assertThat(right(table)).isCloseTo(.798, within(.03));
    assertThat(right(together)).isCloseTo(.881, within(.03));
  }

  @Test
  void scoresEachExampleWithWeightsOfOtherExamples() {
    sample(200);
    double[] before =
        new LogOddsCombination(examples, predictions(), LogOddsCombinationTest::hint)
            .heldOutProbabilities();
    // The evidence of the first sentence's half is inverted.
    for (int i = 0; i < examples.size(); i++) {
      OccurrenceExample one = examples.get(i);
      if (Integer.parseInt(one.sentence().split(" ", -1)[1]) % 2 == 0) {
        examples.set(i, new OccurrenceExample(one.query(), one.sentence(), !one.occurs()));
      }
    }
    double[] after =
        new LogOddsCombination(examples, predictions(), LogOddsCombinationTest::hint)
            .heldOutProbabilities();
    assertThat(after[0]).isEqualTo(before[0]);
    assertThat(after[4]).as("of the other half").isNotCloseTo(before[4], within(1e-3));
  }

  @Test
  void scoresSentencesWithWeightsOfAllExamples() {
    sample(300);
    LogOddsCombination system =
        new LogOddsCombination(examples, predictions(), LogOddsCombinationTest::hint);
    LogisticRegression weights = system.weights();
    float[] found =
        LogOddsCombination.probabilities(weights, new float[] {.5f, 0, 1}, new float[] {2, 2, 2});
    double expected = 1 / (1 + Math.exp(-weights.logOdds(0, 2)));
    assertThat((double) found[0]).isCloseTo(expected, within(1e-6));
    assertThat(found[1]).isBetween(0f, found[0]);
    assertThat(found[2]).isBetween(found[0], 1f);
  }
}
