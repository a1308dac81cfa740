// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The other measures of trec_eval, in full precision. */
class PytrecEvalGoldenTest {
  @ParameterizedTest
  @CsvSource({"binary, 1", "graded, 1", "graded, 2"})
  void agreesOnEveryQueryAndMeasure(String name, int level) throws Exception {
    Qrels whole = Qrels.read(TrecEvalResources.file(name + ".qrels"));
    Qrels judged = whole.filter((query, document) -> whole.grade(query, document).orElse(-1) >= 0);
    Run run = Run.read(TrecEvalResources.file(name + ".run"));
    List<String> lines =
        Files.readAllLines(TrecEvalResources.file(name + "-l" + level + ".pytrec_eval.tsv"));
    List<Measure> measures =
        Measure.parseAll(lines.stream().map(line -> line.split("\t", -1)[1]).distinct().toList());
    Evaluation evaluation =
        Evaluation.of(judged, run, measures, new EvaluationOptions(false, level));
    assertThat(lines).hasSizeGreaterThan(1000);
    for (String line : lines) {
      String[] fields = line.split("\t", -1);
      Measure measure = Measure.parse(fields[1]);
      double expected = Double.parseDouble(fields[2]);
      double value = evaluation.value(measure, fields[0]);
      // trec_eval raises each value to the lower bound; Evaluation does so only for the mean.
      double floored = fields[1].startsWith("gm_") ? Math.max(value, 0.00001) : value;
      assertThat(floored).as(line).isCloseTo(expected, within(1e-12));
    }
  }
}
