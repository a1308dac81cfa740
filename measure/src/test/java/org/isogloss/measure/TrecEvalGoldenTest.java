// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.isogloss.data.trec.RunLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The output of trec_eval 9.0.8 and 10.0, byte for byte; the README of the files describes how it
 * was produced.
 */
class TrecEvalGoldenTest {
  private static final List<String> MEASURES =
      List.of(
          "num_q",
          "num_ret",
          "num_rel",
          "num_rel_ret",
          "map",
          "Rprec",
          "bpref",
          "recip_rank",
          "P.1,5,10,20,100",
          "recall.5,10,100,1000",
          "success.1,5,10",
          "ndcg",
          "ndcg_cut.5,10,20",
          "map_cut.10,100",
          "iprec_at_recall",
          "gm_map",
          "set_P",
          "set_recall",
          "set_F");

  private static String golden(String file) throws IOException {
    return Files.readString(TrecEvalResources.file(file));
  }

  private static String evaluated(String name, List<String> measures, EvaluationOptions options) {
    Qrels qrels = Qrels.read(TrecEvalResources.file(name + ".qrels"));
    Run run = Run.read(TrecEvalResources.file(name + ".run"));
    Evaluation evaluation = Evaluation.of(qrels, run, Measure.parseAll(measures), options);
    return EvaluationFormat.TREC_EVAL.render(evaluation, true);
  }

  @ParameterizedTest
  @ValueSource(strings = {"binary", "graded"})
  void agreesWithTrecEvalPerQuery(String name) throws Exception {
    assertThat(evaluated(name, MEASURES, EvaluationOptions.DEFAULT))
        .isEqualTo(golden(name + ".trec_eval.txt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"binary", "graded"})
  void agreesWithVersion10(String name) throws Exception {
    List<String> measures =
        Stream.concat(
                MEASURES.stream(),
                Stream.of(
                    "11pt_avg", "Rprec_mult", "utility", "rbp", "rbp_resid", "unj.5,10,20,50"))
            .toList();
    assertThat(evaluated(name, measures, new EvaluationOptions(true, 1, TrecEvalVersion.V10)))
        .isEqualTo(golden(name + ".trec_eval10-c.txt"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"binary", "graded"})
  void agreesWithTrecEvalOnAllQueries(String name) throws Exception {
    assertThat(evaluated(name, MEASURES, EvaluationOptions.COMPLETE))
        .isEqualTo(golden(name + ".trec_eval-c.txt"));
  }

  @Test
  void agreesWithTrecEvalOnRelevanceLevels() throws Exception {
    assertThat(
            evaluated(
                "graded",
                List.of("success.1,10", "map", "P.10", "recip_rank"),
                new EvaluationOptions(false, 2)))
        .isEqualTo(golden("graded.trec_eval-l2.txt"));
  }

  @Test
  void irMeasuresNamesGiveTheSameText() throws Exception {
    List<String> ours = Measure.parseAll(MEASURES).stream().map(Measure::name).toList();
    assertThat(evaluated("graded", ours, EvaluationOptions.DEFAULT))
        .isEqualTo(golden("graded.trec_eval.txt"));
  }

  @Test
  void orderOfLinesAndJudgementsDoesNotMatter() throws Exception {
    Random random = new Random(1);
    Path file = TrecEvalResources.file("graded.run");
    List<String> queries = Run.read(file).queries();
    List<RunLine> lines =
        new java.util.ArrayList<>(
            queries.stream().flatMap(query -> Run.read(file).lines(query).stream()).toList());
    java.util.Collections.shuffle(lines, random);
    Evaluation evaluation =
        Evaluation.of(
            Qrels.read(TrecEvalResources.file("graded.qrels")),
            Run.of(lines),
            Measure.parseAll(MEASURES),
            EvaluationOptions.DEFAULT);
    assertThat(EvaluationFormat.TREC_EVAL.render(evaluation, true))
        .isEqualTo(golden("graded.trec_eval.txt"));
  }
}
