// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats evaluations as text. */
final class EvaluationText {
  private static final String ALL = "all";

  private EvaluationText() {}

  static String trecEval(Evaluation evaluation, boolean perQuery) {
    List<Measure> measures = evaluation.measures().stream().sorted().toList();
    StringBuilder text = new StringBuilder();
    if (perQuery) {
      Map<Measure, double[]> values =
          measures.stream()
              .filter(measure -> !measure.isSummaryOnly())
              .collect(Collectors.toMap(measure -> measure, evaluation::values));
      for (int i = 0; i < evaluation.queries().size(); i++) {
        for (Measure measure : measures) {
          if (!measure.isSummaryOnly()) {
            String value = PrintfNumbers.formatMeasure(measure, values.get(measure)[i]);
            line(text, measure.trecName(), evaluation.queries().get(i), value);
          }
        }
      }
    }
    if (measures.containsAll(Measure.official())) {
      line(text, "runid", ALL, evaluation.tag());
    }
    for (Measure measure : measures) {
      line(
          text,
          measure.trecName(),
          ALL,
          PrintfNumbers.formatMeasure(measure, evaluation.value(measure)));
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, String query, String value) {
    text.append(name).append(" ".repeat(Math.max(0, 22 - name.length())));
    text.append('\t').append(query).append('\t').append(value).append('\n');
  }

  static String table(Evaluation evaluation, boolean perQuery) {
    if (!perQuery) {
      TextTable table = new TextTable(List.of("measure", evaluation.tag()));
      for (Measure measure : evaluation.measures()) {
        table.row(
            List.of(
                measure.name(), PrintfNumbers.formatMeasure(measure, evaluation.value(measure))));
      }
      return table.toString();
    }
    List<String> header = new ArrayList<>(List.of("query"));
    evaluation.measures().forEach(measure -> header.add(measure.name()));
    TextTable table = new TextTable(header);
    Map<Measure, double[]> values =
        evaluation.measures().stream()
            .collect(Collectors.toMap(measure -> measure, evaluation::values));
    for (int i = 0; i < evaluation.queries().size(); i++) {
      List<String> row = new ArrayList<>(List.of(evaluation.queries().get(i)));
      for (Measure measure : evaluation.measures()) {
        row.add(
            measure.isSummaryOnly()
                ? ""
                : PrintfNumbers.formatMeasure(measure, values.get(measure)[i]));
      }
      table.row(row);
    }
    List<String> all = new ArrayList<>(List.of(ALL));
    evaluation
        .measures()
        .forEach(
            measure -> all.add(PrintfNumbers.formatMeasure(measure, evaluation.value(measure))));
    return table.row(all).toString();
  }
}
