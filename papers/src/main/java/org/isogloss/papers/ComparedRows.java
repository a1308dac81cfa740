package org.isogloss.papers;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Systems with all that was measured of them, the first of which the others are compared with:
 * paired randomisation, corrected by Holm over all figures.
 *
 * @param measured the systems' figures by their names
 * @param columns of the table, and the benchmark that each is the average of
 * @param seed of the randomisation
 */
public record ComparedRows(
    SequencedMap<String, RowFigures> measured, SequencedMap<String, String> columns, long seed) {
  public ComparedRows {
    measured = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(measured));
    columns = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(columns));
    requireNonNull(measured.firstEntry(), "there is no system");
  }

  /** A row for each system. */
  public List<PaperTable.Row> rows() {
    Map.Entry<String, RowFigures> baseline = measured.firstEntry();
    List<Double> raw = new ArrayList<>();
    measured.forEach(
        (name, figures) ->
            columns
                .values()
                .forEach(
                    benchmark ->
                        raw.add(
                            name.equals(baseline.getKey())
                                ? Double.NaN
                                : PairedRows.p(
                                    baseline.getValue().queries(benchmark),
                                    figures.queries(benchmark),
                                    seed))));
    List<Double> corrected = PairedRows.corrected(raw);
    List<PaperTable.Row> rows = new ArrayList<>();
    int at = 0;
    for (Map.Entry<String, RowFigures> row : measured.entrySet()) {
      SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
      for (Map.Entry<String, String> column : columns.entrySet()) {
        double value = row.getValue().average(column.getValue());
        cells.put(column.getKey(), new PaperTable.Cell(value, corrected.get(at++)));
      }
      rows.add(PaperTable.Row.measured(row.getKey(), cells));
    }
    return rows;
  }
}
