// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EvaluateCommandTest extends CommandTest {
  private Path qrels;
  private Path run;

  @BeforeEach
  void write() throws Exception {
    qrels = Files.writeString(folder.resolve("qrels.txt"), "q1 0 a 1\nq1 0 b 0\nq2 0 c 2\n");
    run = Files.writeString(folder.resolve("my.run"), "q1 Q0 b 1 2.0 me\nq1 Q0 a 2 1.0 me\n");
  }

  @Test
  void printsTheFormatOfTrecEval() {
    assertThat(isogloss("evaluate", qrels, run, "-m", "recip_rank", "-q")).isZero();
    assertThat(out())
        .isEqualTo("recip_rank            \tq1\t0.5000\nrecip_rank            \tall\t0.5000\n");
  }

  @Test
  void countsQueriesWithoutResultsOnRequest() {
    assertThat(isogloss("evaluate", qrels, run, "-m", "RR", "-c")).isZero();
    assertThat(out()).endsWith("all\t0.2500\n");
  }

  @Test
  void reportsTheLineOfAMalformedRecord() throws Exception {
    Files.writeString(run, "q1 Q0 b 1 2.0 me\nq1 Q0 a two 1.0 me\n");
    assertThat(isogloss("evaluate", qrels, run)).isEqualTo(1);
    assertThat(err()).contains("my.run:2: ").contains("\"two\"");
    assertThat(out()).isEmpty();
  }

  @Test
  void leavesOutTheQueryItself() throws Exception {
    Files.writeString(run, "q1 Q0 q1 1 3.0 me\nq1 Q0 a 2 2.0 me\n");
    assertThat(isogloss("evaluate", qrels, run, "-m", "RR")).isZero();
    assertThat(out()).endsWith("all\t0.5000\n");
    assertThat(isogloss("evaluate", qrels, run, "-m", "RR", "--ignore-identical-ids")).isZero();
    assertThat(out()).endsWith("all\t1.0000\n");
  }

  @Test
  void hasTheValuesOfBothVersionsOfTrecEval() throws Exception {
    Files.writeString(qrels, "q1 0 a 1\nq1 0 b 1\nq1 0 c 1\n");
    Files.writeString(run, "q1 Q0 x 1 3.0 me\nq1 Q0 a 2 2.0 me\nq1 Q0 b 3 1.0 me\n");
    assertThat(isogloss("evaluate", qrels, run, "-m", "iprec_at_recall.0.4")).isZero();
    assertThat(out()).endsWith("all\t0.6667\n");
    assertThat(isogloss("evaluate", qrels, run, "-m", "all_trec")).isZero();
    assertThat(out()).doesNotContain("rbp");
    assertThat(isogloss("evaluate", qrels, run, "-m", "all_trec", "--trec-eval", 10)).isZero();
    assertThat(out())
        .contains("rbp                   \tall\t0.1710\n")
        .contains("unj_5                 \tall\t0.2000\n");
    assertThat(isogloss("evaluate", qrels, run, "--trec-eval", 8)).isEqualTo(2);
    assertThat(err()).contains("expected 9 or 10, found 8");
  }

  @Test
  void readsRunsOfMsMarco() throws Exception {
    Files.writeString(run, "q1\tb\t1\nq1\ta\t2\n");
    assertThat(isogloss("evaluate", qrels, run, "-m", "MRR@10")).isZero();
    assertThat(out()).endsWith("all\t0.5000\n");
  }

  @Test
  void suggestsASimilarMeasure() {
    assertThat(isogloss("evaluate", qrels, run, "-m", "ndgc@10")).isEqualTo(1);
    assertThat(err()).contains("nDCG");
  }

  @Test
  void unknownCommandIsAUsageError() {
    assertThat(isogloss("evalute")).isEqualTo(2);
    assertThat(err()).contains("evaluate");
  }

  @Test
  void printsQueryWeightedValues() {
    // Above 1.5 only b is shown, a false alarm of q1: both relevant are missed.
    int code =
        isogloss("evaluate", qrels, run, "--collection-size", 41, "--beta", 4, "--threshold", 1.5);
    assertThat(code).isZero();
    assertThat(out().lines())
        .containsExactly(
            "        value  P_miss      P_FA  threshold",
            "AQWV  -0.0500  1.0000  0.012500        1.5",
            "MQWV   0.4500  0.5000  0.012500        1.0");
  }

  @Test
  void rejectsQueryWeightedValuesOfTwoRuns() {
    assertThat(isogloss("evaluate", qrels, run, "--collection-size", 41, "--compare", run))
        .isEqualTo(1);
    assertThat(err()).contains("--collection-size and --compare cannot be combined");
  }

  @Test
  void rejectsAThresholdWithoutCollectionSize() {
    assertThat(isogloss("evaluate", qrels, run, "--threshold", 1)).isEqualTo(1);
    assertThat(err()).contains("--collection-size");
  }

  @Test
  void printsLanguageFairness() throws Exception {
    Path languages = Files.writeString(folder.resolve("languages.tsv"), "a\tde\nb\ten\nc\tde\n");
    assertThat(
            isogloss("evaluate", qrels, run, "--document-languages", languages, "--depths", "1,2"))
        .as(err())
        .isZero();
    assertThat(out().lines().map(line -> line.strip().replaceAll(" +", " ")))
        .containsExactly(
            "@1 @2 relevant",
            "PEER 1.0000 1.0000",
            "share of de 0.0000 0.5000 1.0000",
            "share of en 1.0000 0.5000 0.0000");
    assertThat(
            isogloss("evaluate", qrels, run, "--document-languages", languages, "--format", "json"))
        .isZero();
    assertThat(out()).contains("\"relevant_shares\"");
    Files.writeString(languages, "a\tde\n");
    assertThat(isogloss("evaluate", qrels, run, "--document-languages", languages)).isNotZero();
    assertThat(err())
        .contains("languages.tsv: has no language of the document \"")
        .contains("add a line of document TAB language");
    assertThat(isogloss("evaluate", qrels, run, "--depths", "5")).isNotZero();
    assertThat(err()).contains("--depths needs --document-languages");
  }
}
