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
import java.util.Set;
import java.util.SortedMap;
import org.isogloss.measure.stats.PairedTTest;
import org.isogloss.papers.PaperTable;

/**
 * Compares systems with the first one: paired test, corrected by Holm over all figures. A column
 * with the same values as an earlier one, such as MAP where each query has one relevant document,
 * has its probabilities and counts once.
 *
 * @param measurements measurements of the systems by name
 * @param columns columns of the table, and the benchmark of which each is the average
 * @param translated benchmarks in which item i of a part is the translation of item i of the
 *     others; they are compared by {@link MacroAverageSignificance#pValueOfTranslations} if all
 *     parts have as many items
 * @param test the paired test
 * @param seed seed of the randomisation test
 */
record BaselineComparison(
    SequencedMap<String, SystemMeasurements> measurements,
    SequencedMap<String, String> columns,
    Set<String> translated,
    SignificanceTest test,
    long seed) {
  BaselineComparison {
    measurements = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(measurements));
    columns = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(columns));
    translated = Set.copyOf(translated);
    requireNonNull(measurements.firstEntry(), "there is no system");
  }

  /** Returns a row for each system. */
  List<PaperTable.Row> rows() {
    List<String> benchmarks = columns.values().stream().distinct().toList();
    Map<String, String> tested = new LinkedHashMap<>();
    for (String benchmark : benchmarks) {
      tested.put(
          benchmark,
          tested.values().stream()
              .filter(earlier -> haveEqualValues(earlier, benchmark))
              .findFirst()
              .orElse(benchmark));
    }
    List<String> hypotheses = tested.values().stream().distinct().toList();
    List<Double> raw = new ArrayList<>();
    measurements.forEach(
        (name, system) ->
            hypotheses.forEach(benchmark -> raw.add(pValue(benchmark, name, system))));
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

  private double pValue(String benchmark, String name, SystemMeasurements system) {
    Map.Entry<String, SystemMeasurements> baseline = measurements.firstEntry();
    return name.equals(baseline.getKey())
        ? Double.NaN
        : pValue(benchmark, baseline.getValue(), system);
  }

  /** Returns the probability of the difference of two systems, not corrected. */
  double pValue(String benchmark, SystemMeasurements one, SystemMeasurements other) {
    SortedMap<String, double[]> expected = one.queryValues(benchmark);
    SortedMap<String, double[]> found = other.queryValues(benchmark);
    if (test == SignificanceTest.T_TEST) {
      return PairedTTest.of(expected.firstEntry().getValue(), found.firstEntry().getValue()).p();
    }
    long lengths = expected.values().stream().mapToInt(values -> values.length).distinct().count();
    return translated.contains(benchmark) && lengths == 1
        ? MacroAverageSignificance.pValueOfTranslations(expected, found, seed)
        : MacroAverageSignificance.pValue(expected, found, seed);
  }

  private boolean haveEqualValues(String one, String other) {
    return translated.contains(one) == translated.contains(other)
        && measurements.values().stream()
            .allMatch(
                system ->
                    Arrays.deepEquals(
                        system.queryValues(one).values().toArray(),
                        system.queryValues(other).values().toArray()));
  }
}
