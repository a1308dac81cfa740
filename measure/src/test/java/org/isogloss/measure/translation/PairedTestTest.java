// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure.translation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.isogloss.measure.translation.PairedTest.Kind;
import org.junit.jupiter.api.Test;

class PairedTestTest {
  private static final List<String> REFERENCE =
      List.of(
          "the cat sat on the mat",
          "we will meet at noon",
          "rain is expected in the north",
          "he bought two loaves of bread",
          "the train leaves from platform four");
  private static final List<String> BASELINE =
      List.of(
          "the cat sat on a mat",
          "we meet at noon",
          "rain is expected in north",
          "he bought bread",
          "the train leaves from track four");
  private static final List<String> SYSTEM =
      List.of(
          "the cat sat on the mat",
          "we will meet at twelve",
          "it rains up there",
          "he bought two loaves of bread",
          "the train goes from platform four");

  private static TranslationEvaluation evaluation(List<String> hypotheses) {
    return TranslationEvaluation.of(Chrf.standard(), hypotheses, References.of(REFERENCE), 1);
  }

  private static double score(List<String> hypotheses, List<String> references) {
    return TranslationEvaluation.of(Chrf.standard(), hypotheses, References.of(references), 1)
        .score()
        .value();
  }

  private static double p(Kind kind, int samples, int threads) {
    return new PairedTest(kind, samples, 7)
        .compare(List.of(evaluation(BASELINE), evaluation(SYSTEM)), threads)
        .get(1)
        .p()
        .orElseThrow();
  }

  private static double observed() {
    return Math.abs(score(SYSTEM, REFERENCE) - score(BASELINE, REFERENCE));
  }

  @Test
  void bootstrapApproachesTheShareOfAllSamples() {
    int all = (int) Math.pow(5, 5);
    double[] differences = new double[all];
    for (int sample = 0; sample < all; sample++) {
      List<String> baseline = new ArrayList<>();
      List<String> system = new ArrayList<>();
      List<String> reference = new ArrayList<>();
      for (int rest = sample, i = 0; i < 5; i++, rest /= 5) {
        baseline.add(BASELINE.get(rest % 5));
        system.add(SYSTEM.get(rest % 5));
        reference.add(REFERENCE.get(rest % 5));
      }
      differences[sample] = Math.abs(score(system, reference) - score(baseline, reference));
    }
    double mean = Arrays.stream(differences).average().orElseThrow();
    double exact =
        (double) Arrays.stream(differences).filter(d -> d - mean > observed()).count() / all;
    assertThat(exact).isBetween(0.01, 0.5);
    assertThat(p(Kind.BOOTSTRAP, 20_000, 2)).isCloseTo(exact, within(0.02));
  }

  @Test
  void randomizationApproachesTheShareOfAllExchanges() {
    int larger = 0;
    for (int exchanges = 0; exchanges < 32; exchanges++) {
      List<String> first = new ArrayList<>(BASELINE);
      List<String> second = new ArrayList<>(SYSTEM);
      for (int i = 0; i < 5; i++) {
        if ((exchanges >> i & 1) == 1) {
          second.set(i, first.set(i, SYSTEM.get(i)));
        }
      }
      double difference = Math.abs(score(first, REFERENCE) - score(second, REFERENCE));
      larger += difference > observed() ? 1 : 0;
    }
    assertThat(larger).isBetween(1, 31);
    assertThat(p(Kind.RANDOMIZATION, 20_000, 2)).isCloseTo(larger / 32.0, within(0.02));
  }

  @Test
  void countsTheObservedDifferenceAsASample() {
    // Differences 1, 3, 2 and 6 have the mean 3: only 6 - 3 is larger than 2.5.
    double[] baseline = {30, 30, 30, 30};
    double[] system = {31, 27, 32, 36};
    assertThat(PairedTest.bootstrapP(baseline, system, -2.5)).isEqualTo((1 + 1) / (4 + 1.0));
    assertThat(PairedTest.bootstrapP(baseline, system, 3)).isEqualTo(1 / 5.0);
  }

  @Test
  void resultsDependOnTheSeedAndNotOnTheThreads() {
    for (Kind kind : Kind.values()) {
      assertThat(p(kind, 200, 1)).isEqualTo(p(kind, 200, 3));
    }
    List<TranslationEvaluation> systems = List.of(evaluation(BASELINE), evaluation(SYSTEM));
    PairedTest test = new PairedTest(Kind.BOOTSTRAP, 200, 1);
    PairedTest other = new PairedTest(Kind.BOOTSTRAP, 200, 2);
    assertThat(test.compare(systems, 1).getFirst().estimate())
        .isNotEqualTo(other.compare(systems, 1).getFirst().estimate());
  }

  @Test
  void estimatesIntervalsOfTheBaselineToo() {
    List<PairedResult> results =
        new PairedTest(Kind.BOOTSTRAP, 1000, 1)
            .compare(List.of(evaluation(BASELINE), evaluation(SYSTEM)), 1);
    assertThat(results.getFirst().p()).isEmpty();
    for (PairedResult result : results) {
      BootstrapEstimate estimate = result.estimate().orElseThrow();
      assertThat(estimate.interval().low()).isLessThan(result.score().value());
      assertThat(estimate.interval().high()).isGreaterThan(result.score().value());
      assertThat(estimate.interval().level()).isEqualTo(0.95);
    }
  }

  @Test
  void rejectsSystemsThatCannotBeCompared() {
    PairedTest test = new PairedTest(Kind.BOOTSTRAP, 10, 1);
    TranslationEvaluation baseline = evaluation(BASELINE);
    TranslationEvaluation bleu =
        TranslationEvaluation.of(Bleu.standard(), SYSTEM, References.of(REFERENCE), 1);
    TranslationEvaluation shorter =
        TranslationEvaluation.of(
            Chrf.standard(), SYSTEM.subList(0, 4), References.of(REFERENCE.subList(0, 4)), 1);
    assertThatThrownBy(() -> test.compare(List.of(baseline), 1))
        .hasMessageContaining("found 1 systems");
    Stream.of(bleu, shorter)
        .forEach(
            other ->
                assertThatThrownBy(() -> test.compare(List.of(baseline, other), 1))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("expected the same metric and sentences"));
    assertThatThrownBy(() -> new PairedTest(Kind.BOOTSTRAP, 0, 1))
        .hasMessage("samples are 0, expected 1 or more");
  }
}
