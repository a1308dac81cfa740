// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.evaluation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.isogloss.cli.CommandTest;
import org.junit.jupiter.api.Test;

class BenchmarkCommandTest extends CommandTest {
  private static final Path DATA = Path.of("..", "samples", "papers");

  @Test
  void rotatesTheLanguagesOfHeadings() {
    int code =
        isogloss(
            "benchmark",
            "help-rotated",
            "--data",
            DATA,
            "--languages",
            "de,en",
            "--model",
            "tiny",
            "--pipeline",
            "bm25",
            "--json");
    assertThat(code).as(err()).isZero();
    assertThat(out())
        .contains("\"benchmark\" : \"help-rotated-de-en\"", "\"measure\" : \"nDCG@10\"");
  }

  @Test
  void findsTextsByHeadingsOfTheSameLanguage() {
    int code =
        isogloss(
            "benchmark",
            "help",
            "--data",
            DATA,
            "--languages",
            "de",
            "--model",
            "tiny",
            "--pipeline",
            "bm25",
            "--json");
    assertThat(code).as(err()).isZero();
    assertThat(out()).contains("\"benchmark\" : \"help-de-de\"", "\"mrr\" : 0.");
  }

  @Test
  void namesTheLanguagesThatABenchmarkNeeds() {
    assertThat(isogloss("benchmark", "help-rotated", "--data", DATA, "--languages", "de,de"))
        .isEqualTo(1);
    assertThat(err())
        .contains("--languages names [de, de], expected two or more, such as de,en,zh");
    assertThat(isogloss("benchmark", "help", "--data", DATA, "--languages", "de,en,hu"))
        .isEqualTo(1);
    assertThat(err())
        .contains("--languages names [de, en, hu], expected one or two, such as de or en,de");
    assertThat(isogloss("benchmark", "xquad", "--data", DATA, "--languages", "de,en")).isEqualTo(1);
    assertThat(err())
        .contains("--languages belongs to the benchmarks mining, xpr-xquad, help and help-rotated");
  }
}
