// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.isogloss.data.Judgement;
import org.isogloss.data.trec.RunLine;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

class QueryWeightedValueCurveTest {
  private static RunLine line(String query, String document, double score) {
    return new RunLine(query, document, 0, score, "s");
  }

  @Test
  void byHand() {
    Qrels qrels =
        Qrels.of(
            List.of(
                new Judgement("q1", "a", 1),
                new Judgement("q1", "b", 1),
                new Judgement("q2", "c", 1),
                new Judgement("q3", "none", 0)));
    Run run =
        Run.of(
            List.of(
                line("q1", "a", 0.9),
                line("q1", "x", 0.5),
                line("q1", "b", 0.5),
                line("q2", "y", 0.7),
                line("q2", "c", 0.1),
                line("q3", "z", 1.0)));
    QueryWeightedValueCurve curve = QueryWeightedValueCurve.of(qrels, run, 102, 10, 1);
    assertThat(curve.queries()).isEqualTo(2);
    assertThat(curve.points())
        .extracting(QueryWeightedValueCurve.Point::threshold)
        .containsExactly(Double.POSITIVE_INFINITY, 0.9, 0.7, 0.5, 0.1);
    // At 0.5, q1 has no miss and one false alarm of 100; q2 misses its document and has one false
    // alarm of 101.
    QueryWeightedValueCurve.Point middle = curve.at(0.5);
    assertThat(middle.missRate()).isCloseTo(0.5, within(1e-12));
    assertThat(middle.falseAlarmRate()).isCloseTo((0.01 + 1 / 101.0) / 2, within(1e-12));
    assertThat(middle.value()).isCloseTo(1 - 0.5 - 10 * (0.01 + 1 / 101.0) / 2, within(1e-12));
    assertThat(curve.at(0.6)).isEqualTo(curve.points().get(2));
    assertThat(curve.at(5).value()).isZero();
    assertThat(curve.at(-1)).isEqualTo(curve.points().getLast());
    assertThat(curve.maximum()).isEqualTo(curve.points().getLast());
  }

  /** Recounts misses and false alarms at every threshold. */
  private static double naive(Qrels qrels, Run run, long size, double beta, double threshold) {
    double miss = 0;
    double alarms = 0;
    int queries = 0;
    for (String query : qrels.queries()) {
      long relevant = qrels.judgements(query).stream().filter(j -> j.grade() > 0).count();
      if (relevant == 0) {
        continue;
      }
      long hits = 0;
      long wrong = 0;
      for (RunLine line : run.lines(query)) {
        if (line.score() >= threshold) {
          if (qrels.grade(query, line.documentId()).orElse(0) > 0) {
            hits++;
          } else {
            wrong++;
          }
        }
      }
      miss += 1 - hits / (double) relevant;
      alarms += wrong / (double) (size - relevant);
      queries++;
    }
    return 1 - miss / queries - beta * alarms / queries;
  }

  @RepeatedTest(20)
  void agreesWithANaiveCountAtEveryThreshold() {
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    List<Judgement> judgements = new ArrayList<>();
    List<RunLine> lines = new ArrayList<>();
    for (int q = 0; q < 8; q++) {
      for (int d = 0; d < 30; d++) {
        if (random.nextInt(3) == 0) {
          judgements.add(new Judgement("q" + q, "d" + d, random.nextInt(5) == 0 ? 1 : 0));
        }
        if (random.nextInt(3) > 0) {
          lines.add(line("q" + q, "d" + d, random.nextInt(20)));
        }
      }
    }
    judgements.add(new Judgement("q0", "sure", 1));
    Qrels qrels = Qrels.of(judgements);
    Run run = Run.of(lines);
    QueryWeightedValueCurve curve = QueryWeightedValueCurve.of(qrels, run, 500, 40, 1);
    double best = 0;
    for (QueryWeightedValueCurve.Point point : curve.points()) {
      double expected = naive(qrels, run, 500, 40, point.threshold());
      best = Math.max(best, expected);
      assertThat(point.value()).as("seed %d", seed).isCloseTo(expected, within(1e-12));
      assertThat(QueryWeightedValueCurve.perQueryValues(qrels, run, 500, 40, 1, point.threshold()))
          .as("seed %d", seed)
          .hasSize(curve.queries())
          .satisfies(
              of ->
                  assertThat(Arrays.stream(of).average().orElseThrow())
                      .isCloseTo(expected, within(1e-12)));
      assertThat(point.value())
          .isCloseTo(1 - point.missRate() - 40 * point.falseAlarmRate(), within(1e-12));
    }
    assertThat(curve.maximum().value()).as("seed %d", seed).isCloseTo(best, within(1e-12));
  }

  @Test
  void rejectsACollectionSmallerThanTheRun() {
    Qrels qrels = Qrels.of(List.of(new Judgement("q", "a", 1)));
    Run run = Run.of(List.of(line("q", "b", 2), line("q", "c", 1)));
    assertThatThrownBy(() -> QueryWeightedValueCurve.of(qrels, run, 2, 40, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("2 documents");
    Run relevantOnly = Run.of(List.of(line("q", "a", 2)));
    Qrels many = Qrels.of(List.of(new Judgement("q", "a", 1), new Judgement("q", "b", 1)));
    assertThatThrownBy(() -> QueryWeightedValueCurve.of(many, relevantOnly, 1, 40, 1))
        .hasMessageContaining("1 documents, but a query has 2 relevant and 0 other hits");
  }
}
