// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.papers.PaperTable;

/**
 * Compares systems with the first one: paired randomisation test, corrected by Holm over all
 * figures.
 *
 * @param measurements measurements of the systems by name
 * @param columns columns of the table, and the benchmark of which each is the average
 * @param seed seed of the randomisation test
 */
public record BaselineComparison(
    SequencedMap<String, SystemMeasurements> measurements,
    SequencedMap<String, String> columns,
    long seed) {
  public BaselineComparison {
    measurements = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(measurements));
    columns = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(columns));
    requireNonNull(measurements.firstEntry(), "there is no system");
  }

  /** Returns a row for each system. */
  public List<PaperTable.Row> toRows() {
    Map.Entry<String, SystemMeasurements> baseline = measurements.firstEntry();
    List<Double> raw = new ArrayList<>();
    measurements.forEach(
        (name, figures) ->
            columns
                .values()
                .forEach(
                    benchmark ->
                        raw.add(
                            name.equals(baseline.getKey())
                                ? Double.NaN
                                : MacroAverageSignificance.pValue(
                                    baseline.getValue().queryValues(benchmark),
                                    figures.queryValues(benchmark),
                                    seed))));
    List<Double> corrected = MacroAverageSignificance.holmCorrected(raw);
    List<PaperTable.Row> rows = new ArrayList<>();
    int at = 0;
    for (Map.Entry<String, SystemMeasurements> row : measurements.entrySet()) {
      SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
      for (Map.Entry<String, String> column : columns.entrySet()) {
        double value = row.getValue().macroAverage(column.getValue());
        cells.put(column.getKey(), new PaperTable.Cell(value, corrected.get(at++)));
      }
      rows.add(PaperTable.Row.measured(row.getKey(), cells));
    }
    return rows;
  }
}
