// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import org.isogloss.core.Hit;
import org.isogloss.core.IsoglossException;
import org.isogloss.core.Ranking;
import org.isogloss.data.Judgement;
import org.isogloss.data.trec.RunLine;
import org.junit.jupiter.api.Test;

class EvaluationTest {
  private static final Qrels QRELS =
      Qrels.of(
          List.of(
              new Judgement("q1", "a", 1),
              new Judgement("q1", "b", 0),
              new Judgement("q2", "a", 2),
              new Judgement("q2", "c", 1),
              new Judgement("q3", "x", 0),
              new Judgement("q4", "a", 1)));

  private static final Run RUN =
      Run.of(
          "bm25",
          Map.of(
              "q1", Ranking.of(List.of(new Hit("b", 3), new Hit("a", 2), new Hit("z", 2))),
              "q2", Ranking.of(List.of(new Hit("a", 1), new Hit("d", 0.5))),
              "q3", Ranking.of(List.of(new Hit("x", 1))),
              "q9", Ranking.of(List.of(new Hit("a", 1)))));

  @Test
  void measuresInMemory() {
    Evaluation evaluation = Evaluation.of(QRELS, RUN, Measure.RR, Measure.AP);
    assertThat(evaluation.queries()).containsExactly("q1", "q2", "q3");
    // z precedes a: of equal scores, the later id is ranked first, as in trec_eval.
    assertThat(evaluation.value(Measure.RR, "q1")).isEqualTo(1.0 / 3);
    assertThat(evaluation.values(Measure.AP)).containsExactly(1.0 / 3, 0.5, 0);
    assertThat(evaluation.value(Measure.AP)).isCloseTo((1.0 / 3 + 0.5) / 3, within(1e-15));
    assertThat(evaluation.missingQueries()).containsExactly("q4");
    assertThat(evaluation.unjudgedQueries()).containsExactly("q9");
    assertThat(evaluation.ties()).isEqualTo(new Ties(1, 2));
    assertThatThrownBy(() -> evaluation.value(Measure.BPREF))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> evaluation.value(Measure.AP, "q9"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void completeCountsMissingQueriesAsZero() {
    Evaluation evaluation =
        Evaluation.of(QRELS, RUN, List.of(Measure.AP), EvaluationOptions.COMPLETE);
    assertThat(evaluation.value(Measure.AP)).isCloseTo((1.0 / 3 + 0.5) / 4, within(1e-15));
  }

  @Test
  void returnsWarnings() {
    assertThat(Evaluation.of(QRELS, RUN, Measure.AP).warnings())
        .satisfiesExactly(
            ties -> assertThat(ties).startsWith("2 hits have the score").contains("(1 query)"),
            unjudged -> assertThat(unjudged).contains("1 query of the run").endsWith("q9"),
            missing -> assertThat(missing).contains("1 query of the qrels").endsWith("q4"),
            withoutRelevant ->
                assertThat(withoutRelevant).startsWith("1 query has no relevant documents"));
    Run clean = Run.of("s", Map.of("q1", Ranking.of(List.of(new Hit("a", 1)))));
    Qrels one = QRELS.filter((query, document) -> query.equals("q1"));
    assertThat(Evaluation.of(one, clean, Measure.AP).warnings()).isEmpty();
  }

  @Test
  void scoresThatAreEqualAsFloatsAreTies() {
    Run run =
        Run.of(
            "s", Map.of("q1", Ranking.of(List.of(new Hit("a", 0.1), new Hit("b", 0.1 + 1e-12)))));
    assertThat(run.ties()).isEqualTo(new Ties(1, 2));
    assertThat(run.lines("q1")).extracting(RunLine::documentId).containsExactly("b", "a");
  }

  @Test
  void sortsIdsByTheirBytes() {
    // U+FF5E is below U+1F600 in UTF-8, above its surrogates in UTF-16.
    Run run =
        Run.of(
            "s",
            Map.of(
                "q1",
                Ranking.of(
                    List.of(new Hit("\uFF5E", 1), new Hit("\uD83D\uDE00", 1), new Hit("a", 1)))));
    assertThat(run.lines("q1"))
        .extracting(RunLine::documentId)
        .containsExactly("\uD83D\uDE00", "\uFF5E", "a");
  }

  @Test
  void usesTheBestPassageOfADocument() {
    Run run =
        Run.of("s", Map.of("q1", Ranking.of(List.of(new Hit("a", 0, 1), new Hit("a", 5, 3)))));
    assertThat(run.lines("q1")).containsExactly(new RunLine("q1", "a", 1, 3, "s"));
  }

  @Test
  void rejectsRepeatedDocuments() {
    RunLine line = new RunLine("q", "d", 1, 1, "s");
    assertThatThrownBy(() -> Run.of(List.of(line, line)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("document d is listed twice for query q");
    Judgement judgement = new Judgement("q", "d", 1);
    assertThatThrownBy(() -> Qrels.of(List.of(judgement, judgement)))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("document d is judged twice for query q");
  }

  @Test
  void qrelsReturnTheirJudgements() {
    assertThat(QRELS.queries()).containsExactly("q1", "q2", "q3", "q4");
    assertThat(QRELS.size()).isEqualTo(6);
    assertThat(QRELS.grade("q2", "a")).hasValue(2);
    assertThat(QRELS.grade("q2", "b")).isEmpty();
    assertThat(QRELS.grade("none", "b")).isEmpty();
    assertThat(QRELS.judgements("q1"))
        .containsExactly(new Judgement("q1", "a", 1), new Judgement("q1", "b", 0));
  }

  @Test
  void returnsZeroWithoutCommonQueries() {
    Run run = Run.of("s", Map.of("other", Ranking.of(List.of(new Hit("a", 1)))));
    Evaluation evaluation =
        Evaluation.of(QRELS, run, Measure.official(), EvaluationOptions.DEFAULT);
    assertThat(evaluation.queries()).isEmpty();
    assertThat(evaluation.measures()).allSatisfy(m -> assertThat(evaluation.value(m)).isZero());
  }

  @Test
  void officialMeasuresBeginWithTheTagOfTheRun() {
    Evaluation evaluation =
        Evaluation.of(QRELS, RUN, Measure.official(), EvaluationOptions.DEFAULT);
    assertThat(EvaluationFormat.TREC_EVAL.render(evaluation, false))
        .startsWith(
            """
            runid                 \tall\tbm25
            num_q                 \tall\t3
            num_ret               \tall\t6
            """);
  }

  @Test
  void writesTables() {
    Evaluation evaluation =
        Evaluation.of(QRELS, RUN, Measure.parse("NumRet"), Measure.ndcg(10), Measure.RR);
    assertThat(EvaluationFormat.TABLE.render(evaluation, false))
        .isEqualTo(
            """
            measure    bm25
            NumRet        6
            nDCG@10  0.4201
            RR       0.4444
            """);
    assertThat(EvaluationFormat.TABLE.render(evaluation, true))
        .isEqualTo(
            """
            query  NumRet  nDCG@10      RR
            q1          3   0.5000  0.3333
            q2          2   0.7602  1.0000
            q3          1   0.0000  0.0000
            all         6   0.4201  0.4444
            """);
  }

  @Test
  void writesJson() throws Exception {
    Evaluation evaluation =
        Evaluation.of(QRELS, RUN, Measure.parse("NumQ"), Measure.AP, Measure.parse("gm_map"));
    JsonNode json = new ObjectMapper().readTree(EvaluationFormat.JSON.render(evaluation, true));
    assertThat(json.get("run").asText()).isEqualTo("bm25");
    assertThat(json.at("/measures/NumQ").isIntegralNumber()).isTrue();
    assertThat(json.at("/measures/AP").asDouble()).isEqualTo(evaluation.value(Measure.AP));
    assertThat(json.at("/queries/q1").toString()).isEqualTo("{\"AP\":0.3333333333333333}");
    assertThat(json.at("/ties/hits").asInt()).isEqualTo(2);
    assertThat(json.at("/missing/0").asText()).isEqualTo("q4");
    assertThat(
            new ObjectMapper()
                .readTree(EvaluationFormat.JSON.render(evaluation, false))
                .has("queries"))
        .isFalse();
  }

  @Test
  void parsesTheNamesOfFormats() {
    assertThat(EvaluationFormat.parse("trec_eval")).isEqualTo(EvaluationFormat.TREC_EVAL);
    assertThat(EvaluationFormat.parse("JSON")).isEqualTo(EvaluationFormat.JSON);
    assertThatThrownBy(() -> EvaluationFormat.parse("jsn"))
        .isInstanceOf(IsoglossException.class)
        .hasMessageContaining("did you mean json?");
  }
}
