// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.probability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.util.LogOdds;
import org.junit.jupiter.api.Test;

class ConditionalLogitTest {
  /** Five texts a query, with scores from 0 to 1, of which one or none is relevant. */
  private static List<JudgedTexts> sample(
      ScoreProbability truth, int size, long passages, Random random) {
    return sample(truth, size, passages, /* unfamiliarity= */ 0, random);
  }

  private static List<JudgedTexts> sample(
      ScoreProbability truth, int size, long passages, double unfamiliarity, Random random) {
    return IntStream.range(0, size)
        .mapToObj(
            query -> {
              List<Double> scores =
                  random.doubles(5).boxed().sorted(Comparator.reverseOrder()).toList();
              double[] logOdds =
                  truth
                      .forQuery(unfamiliarity)
                      .logOdds(
                          scores.stream().mapToDouble(Double::doubleValue).toArray(), passages);
              List<Boolean> relevant = new ArrayList<>();
              for (double each : logOdds) {
                relevant.add(random.nextDouble() < LogOdds.toProbability(each));
              }
              return new JudgedTexts(scores, relevant, passages, unfamiliarity);
            })
        .toList();
  }

  @Test
  void findsTheFunctionThatGeneratedTheJudgements() {
    ScoreProbability truth = new ScoreProbability(12, 0.5, 0.3, OptionalDouble.of(0.7));
    Random random = new Random(1);
    ScoreProbability found =
        ConditionalLogit.fitAll(
            List.of(
                sample(truth, 30_000, 1, random),
                sample(truth, 30_000, 30, random),
                sample(truth, 30_000, 1_000, random)));
    assertThat(found.slope()).isCloseTo(12, within(0.4));
    assertThat(found.alternative().getAsDouble()).isCloseTo(0.7, within(0.02));
    assertThat(found.intercept()).isCloseTo(0.5, within(0.1));
    assertThat(found.sizeWeight()).isCloseTo(0.3, within(0.02));
  }

  @Test
  void findsTheInfluenceOfUnfamiliarQueries() {
    ScoreProbability truth = new ScoreProbability(12, 0.5, 0, OptionalDouble.of(0.7), 0.8);
    Random random = new Random(4);
    List<JudgedTexts> familiar = sample(truth, 8_000, 10, random);
    List<JudgedTexts> unfamiliar = sample(truth, 8_000, 10, /* unfamiliarity= */ 2, random);
    ScoreProbability found = ConditionalLogit.fitAll(List.of(familiar, unfamiliar));
    assertThat(found.unfamiliarityWeight()).isCloseTo(0.8, within(0.06));
    assertThat(ConditionalLogit.fit(familiar).unfamiliarityWeight())
        .isEqualTo(ScoreProbability.DEFAULT_UNFAMILIARITY_WEIGHT);
  }

  @Test
  void oneCollectionDoesNotTellTheInfluenceOfItsSize() {
    ScoreProbability truth = new ScoreProbability(12, 4, 0.6, OptionalDouble.of(0.7));
    ScoreProbability found = ConditionalLogit.fit(sample(truth, 30_000, 500, new Random(2)));
    assertThat(found.sizeWeight()).isEqualTo(ScoreProbability.DEFAULT_SIZE_WEIGHT);
    assertThat(found.intercept()).isCloseTo(4, within(0.2));
  }

  @Test
  void eachCollectionCountsTheSame() {
    Random random = new Random(3);
    List<JudgedTexts> one =
        sample(new ScoreProbability(8, -1, 0, OptionalDouble.of(0.5)), 500, 10, random);
    List<JudgedTexts> other =
        sample(new ScoreProbability(8, 2, 0, OptionalDouble.of(0.5)), 500, 10, random);
    List<JudgedTexts> repeated = new ArrayList<>(one);
    repeated.addAll(one);
    ScoreProbability found = ConditionalLogit.fitAll(List.of(repeated, other));
    assertThat(found.intercept())
        .isCloseTo(ConditionalLogit.fitAll(List.of(one, other)).intercept(), within(0.02));
  }

  @Test
  void staysFiniteIfTheScoreSeparatesRelevantTexts() {
    List<JudgedTexts> queries = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      queries.add(new JudgedTexts(List.of((double) i, 0.0), List.of(i >= 25), 1));
    }
    ScoreProbability found = ConditionalLogit.fit(queries);
    assertThat(queries.getLast().probabilities(found).getFirst().score()).isBetween(0.9, 1.0);
    assertThat(queries.getFirst().probabilities(found).getFirst().score()).isBetween(0.0, 0.1);
  }

  @Test
  void rejectsWhatCannotBeEstimated() {
    List<JudgedTexts> queries = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      queries.add(new JudgedTexts(List.of(0.5), List.of(true), 1));
    }
    assertThatThrownBy(() -> ConditionalLogit.fit(queries))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining(
            "of 20 first hits, 20 are relevant and 0 are not, expected at least 5 of each");
    for (int i = 0; i < 20; i++) {
      queries.add(new JudgedTexts(List.of(0.5), List.of(false), 1));
    }
    assertThatThrownBy(() -> ConditionalLogit.fit(queries))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("all first hits have the score 0.5");
    for (int i = 0; i < 20; i++) {
      queries.add(new JudgedTexts(List.of(0.9), List.of(false), 1));
    }
    assertThatThrownBy(() -> ConditionalLogit.fit(queries))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("relevant hits do not have higher scores");
  }
}
