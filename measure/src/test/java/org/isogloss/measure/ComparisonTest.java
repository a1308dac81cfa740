// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Ranking;
import org.isogloss.data.Judgement;
import org.isogloss.measure.stats.HolmCorrection;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final Qrels QRELS = qrels("q1", "q2", "q3", "q4");

  private static Qrels qrels(String... queries) {
    return Qrels.of(Stream.of(queries).map(q -> new Judgement(q, "good", 1)).toList());
  }

  /** A run with the relevant document of each query at the given rank. */
  private static Run run(String tag, Map<String, Integer> ranks) {
    Map<String, Ranking> rankings = new HashMap<>();
    ranks.forEach(
        (query, rank) -> {
          Hit good = new Hit("good", 10 - rank + 0.5);
          List<Hit> hits = new java.util.ArrayList<>(List.of(good));
          for (int i = 1; i < rank; i++) {
            hits.add(new Hit("bad" + i, 10 - i + 0.5));
          }
          rankings.put(query, Ranking.of(hits));
        });
    return Run.of(tag, rankings);
  }

  private static final Run OLD = run("old", Map.of("q1", 2, "q2", 4, "q3", 1));
  private static final Run NEW = run("new", Map.of("q1", 1, "q2", 2, "q3", 1, "q4", 1));

  @Test
  void comparesTheQueriesOfBoth() {
    Measure[] measures = {Measure.RR, Measure.success(1), Measure.parse("num_ret")};
    Comparison comparison =
        Comparison.of(Evaluation.of(QRELS, OLD, measures), Evaluation.of(QRELS, NEW, measures), 1);
    assertThat(comparison.queries()).isEqualTo(3);
    assertThat(comparison.rows())
        .extracting(Comparison.Row::measure)
        .containsExactly(Measure.RR, Measure.success(1));
    Comparison.Row row = comparison.rows().getFirst();
    assertThat(row.baseline()).isCloseTo((0.5 + 0.25 + 1) / 3, within(1e-15));
    assertThat(row.other()).isCloseTo((1 + 0.5 + 1) / 3.0, within(1e-15));
    assertThat(row.difference()).isCloseTo(0.25, within(1e-15));
    assertThat(List.of(row.better(), row.worse(), row.equal())).containsExactly(2, 0, 1);
    assertThat(row.tTest().t()).isCloseTo(Math.sqrt(3), within(1e-12));
    assertThat(row.randomization().p()).isEqualTo(0.5);
    assertThat(row.interval().low()).isZero();
    assertThat(row.interval().high()).isBetween(0.25, 0.5);
    double[] holm =
        HolmCorrection.adjust(comparison.rows().stream().mapToDouble(r -> r.tTest().p()).toArray());
    assertThat(comparison.rows())
        .extracting(Comparison.Row::holmP)
        .containsExactly(holm[0], holm[1]);
  }

  @Test
  void completeEvaluationsIncludeQueriesWithoutResults() {
    List<Measure> measures = List.of(Measure.RR);
    Qrels qrels = qrels("q1", "q2", "q3", "q4", "unanswered");
    Evaluation baseline = Evaluation.of(qrels, OLD, measures, EvaluationOptions.COMPLETE);
    Evaluation other = Evaluation.of(qrels, NEW, measures, EvaluationOptions.COMPLETE);
    Comparison comparison = Comparison.of(baseline, other, 1);
    assertThat(comparison.queries()).isEqualTo(5);
    Comparison.Row row = comparison.rows().getFirst();
    assertThat(row.baseline()).isEqualTo((0.5 + 0.25 + 1) / 5);
    assertThat(row.baseline()).isEqualTo(baseline.value(Measure.RR));
    assertThat(row.other()).isEqualTo(other.value(Measure.RR));
    assertThat(List.of(row.better(), row.worse(), row.equal())).containsExactly(3, 0, 2);
  }

  @Test
  void rejectsIncomparableEvaluations() {
    Evaluation old = Evaluation.of(QRELS, OLD, Measure.RR);
    Evaluation complete =
        Evaluation.of(QRELS, OLD, List.of(Measure.RR), EvaluationOptions.COMPLETE);
    assertThatThrownBy(() -> Comparison.of(old, complete, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("different options");
    Evaluation elsewhere = Evaluation.of(QRELS, run("x", Map.of("q4", 1)), Measure.RR);
    assertThatThrownBy(() -> Comparison.of(old, elsewhere, 1))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("no judged query in common");
  }

  @Test
  void writesATableAndJson() throws Exception {
    Comparison comparison =
        Comparison.of(
            Evaluation.of(QRELS, OLD, Measure.RR), Evaluation.of(QRELS, NEW, Measure.RR), 1);
    assertThat(comparison.toTable().lines().toList().getLast())
        .startsWith("RR       0.5833  0.8333     +0.2500  0.0000 to +0.5000")
        .endsWith("2/0/1    0.2254  0.2254           0.5000");
    JsonNode json = new ObjectMapper().readTree(comparison.toJson());
    assertThat(json.get("queries").asInt()).isEqualTo(3);
    assertThat(json.at("/measures/RR/difference").asDouble()).isCloseTo(0.25, within(1e-12));
    assertThat(json.at("/measures/RR/t_test_p").asDouble())
        .isEqualTo(comparison.rows().getFirst().tTest().p());
  }
}
