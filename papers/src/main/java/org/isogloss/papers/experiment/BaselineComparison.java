// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.papers.PaperTable;

/**
 * Compares systems with the first one: paired test, corrected by Holm over all figures. A column
 * with the same values as an earlier one, such as MAP where each query has one relevant document,
 * has its probabilities and counts once.
 *
 * @param measurements measurements of the systems by name
 * @param columns columns of the table, and the benchmark of which each is the average
 * @param test the paired test
 */
record BaselineComparison(
    SequencedMap<String, SystemMeasurements> measurements,
    SequencedMap<String, String> columns,
    PairwiseTest test) {
  BaselineComparison {
    measurements = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(measurements));
    columns = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(columns));
    requireNonNull(measurements.firstEntry(), "there is no system");
  }

  /** Returns a row for each system. */
  List<PaperTable.Row> rows() {
    Map<String, String> tested = testedBenchmarks();
    List<String> hypotheses = tested.values().stream().distinct().toList();
    List<Double> raw = new ArrayList<>();
    for (String name : measurements.keySet()) {
      hypotheses.forEach(benchmark -> raw.add(pValue(benchmark, name)));
    }
    List<Double> corrected = MacroAverageSignificance.holmCorrected(raw);
    List<PaperTable.Row> rows = new ArrayList<>();
    for (Map.Entry<String, SystemMeasurements> row : measurements.entrySet()) {
      int first = rows.size() * hypotheses.size();
      SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
      columns.forEach(
          (column, benchmark) ->
              cells.put(
                  column,
                  new PaperTable.Cell(
                      row.getValue().macroAverage(benchmark),
                      corrected.get(first + hypotheses.indexOf(tested.get(benchmark))))));
      rows.add(PaperTable.Row.measured(row.getKey(), cells));
    }
    return rows;
  }

  /** Returns for each benchmark the first one with the same values, which is tested. */
  private Map<String, String> testedBenchmarks() {
    Map<String, String> tested = new LinkedHashMap<>();
    for (String benchmark : columns.values().stream().distinct().toList()) {
      tested.put(
          benchmark,
          tested.values().stream()
              .filter(earlier -> haveEqualValues(earlier, benchmark))
              .findFirst()
              .orElse(benchmark));
    }
    return tested;
  }

  /** Returns the columns without those that have the same values as an earlier one. */
  List<String> testedColumns() {
    Map<String, String> tested = testedBenchmarks();
    return columns.keySet().stream()
        .filter(column -> tested.get(columns.get(column)).equals(columns.get(column)))
        .toList();
  }

  private double pValue(String benchmark, String name) {
    String baseline = measurements.firstEntry().getKey();
    return name.equals(baseline) ? Double.NaN : test.pValue(benchmark, baseline, name);
  }

  private boolean haveEqualValues(String one, String other) {
    return measurements.values().stream()
        .allMatch(
            system ->
                Arrays.deepEquals(
                    system.queryValues(one).values().toArray(),
                    system.queryValues(other).values().toArray()));
  }
}
