// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.search.relevance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import java.util.stream.IntStream;
import org.isogloss.core.Hit;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.util.LogOdds;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

class ScoredTextsTest {
  private static ScoredTexts texts(int competing, List<Double> scores) {
    return new ScoredTexts(
        IntStream.range(0, scores.size()).mapToObj(i -> List.of(new Hit("d" + i, 0))).toList(),
        scores,
        competing,
        /* unfamiliarity= */ 0);
  }

  @Test
  void laterTextsCompeteWithTheFirstOnes() {
    ScoreProbability conversion = new ScoreProbability(1, 0, 0, OptionalDouble.of(0));
    List<RankedText> ranked =
        texts(2, List.of(Math.log(4), Math.log(3), Math.log(2))).rank(conversion, 1);
    // Odds of 4 to 3 and no text, of 3 to 4 and no text, of 2 to all three.
    assertThat(ranked)
        .extracting(RankedText::logOdds)
        .satisfiesExactly(
            first -> assertThat(first).isCloseTo(Math.log(4.0 / 4), within(1e-12)),
            second -> assertThat(second).isCloseTo(Math.log(3.0 / 5), within(1e-12)),
            third -> assertThat(third).isCloseTo(Math.log(2.0 / 8), within(1e-12)));
    assertThat(ranked.getFirst().logOddsAlone()).isCloseTo(Math.log(4), within(1e-12));
  }

  @Test
  void textsForAnUnfamiliarQueryAreLessProbable() {
    ScoreProbability conversion = new ScoreProbability(1, 0, 0, OptionalDouble.of(0), 1.5);
    ScoredTexts familiar = texts(2, List.of(2.0, 1.0));
    ScoredTexts unfamiliar = new ScoredTexts(familiar.texts(), familiar.scores(), 2, 2);
    for (int i = 0; i < 2; i++) {
      RankedText expected = familiar.rank(conversion, 7).get(i);
      RankedText found = unfamiliar.rank(conversion, 7).get(i);
      assertThat(found.logOdds()).isCloseTo(expected.logOdds() - 3, within(1e-12));
      assertThat(found.logOddsAlone()).isCloseTo(expected.logOddsAlone() - 3, within(1e-12));
    }
  }

  /** Whatever the scores and the conversion: the order of probabilities is that of the texts. */
  @RepeatedTest(100)
  void noTextIsLessProbableThanALaterOne(RepetitionInfo repetition) {
    Random random = new Random(repetition.getCurrentRepetition());
    int size = 1 + random.nextInt(60);
    List<Double> scores =
        random
            .doubles(size)
            .map(score -> random.nextInt(3) == 0 ? Math.rint(10 * score) / 10 : score)
            .boxed()
            .sorted(Comparator.reverseOrder())
            .toList();
    ScoreProbability conversion =
        new ScoreProbability(
            Math.exp(8 * random.nextDouble() - 2),
            4 * random.nextGaussian(),
            random.nextDouble(),
            random.nextInt(4) == 0
                ? OptionalDouble.empty()
                : OptionalDouble.of(random.nextGaussian()));
    int competing = random.nextInt(size + 1);
    List<RankedText> ranked = texts(competing, scores).rank(conversion, 1 + random.nextInt(10_000));
    assertThat(ranked)
        .as("seed %d", repetition.getCurrentRepetition())
        .isSortedAccordingTo(Comparator.comparingDouble(RankedText::logOdds).reversed())
        .allSatisfy(text -> assertThat(LogOdds.toProbability(text.logOdds())).isBetween(0.0, 1.0));
    for (int i = 1; i < size; i++) {
      boolean bothCompete = i < competing;
      if (bothCompete && scores.get(i).equals(scores.get(i - 1))) {
        assertThat(ranked.get(i).logOdds()).isCloseTo(ranked.get(i - 1).logOdds(), within(1e-6));
      }
    }
  }
}
