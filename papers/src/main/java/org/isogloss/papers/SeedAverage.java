// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The mean of the results of the same experiments with several seeds. A difference is marked as
 * significant if it is with each seed, in the same direction: its p-value is the largest, or 1 if
 * seeds differ in the direction.
 *
 * @param results the results in the order of their seeds
 */
record SeedAverage(List<PaperResult> results) {
  private static final String SEED = "seed";

  /** Returns the result; curves and diagrams of its report are those of the first seed. */
  PaperResult toResult() {
    PaperResult first = results.getFirst();
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    first.settings().keySet().forEach(name -> settings.put(name, ofAll(name)));
    settings.put(
        SEED, first.settings().get(SEED) + " to " + results.getLast().settings().get(SEED));
    settings.computeIfPresent(
        PaperResult.MEASURED,
        (name, value) -> values(name).max(Comparator.naturalOrder()).orElse(value));
    return new PaperResult(
        first.paper(),
        first.title(),
        settings,
        first.tables().stream().map(this::average).toList(),
        first.body());
  }

  /** Returns a setting in the order of the seeds, such as the fingerprints of their models. */
  private String ofAll(String setting) {
    return values(setting).distinct().collect(Collectors.joining("; "));
  }

  private Stream<String> values(String setting) {
    return results.stream()
        .flatMap(result -> Optional.ofNullable(result.settings().get(setting)).stream());
  }

  private PaperTable average(PaperTable first) {
    List<PaperTable> tables = results.stream().map(result -> result.table(first.name())).toList();
    List<PaperTable.Row> rows =
        first.rows().stream()
            .map(row -> row.published().isEmpty() ? average(row, tables) : row)
            .toList();
    List<String> verdicts = new ArrayList<>();
    for (int i = 0; i < tables.size(); i++) {
      String seed = results.get(i).settings().get(SEED);
      tables.get(i).verdicts().forEach(verdict -> verdicts.add(Verdict.ofSeed(seed, verdict)));
    }
    String note =
        "Mean ± standard deviation over the seeds; p: the largest of all seeds, 1 if the seeds differ in"
            + " the direction.";
    return new PaperTable(
        first.name(),
        first.caption(),
        (first.note() + " " + note).strip(),
        first.columns(),
        rows,
        verdicts);
  }

  private static Optional<PaperTable.Row> find(PaperTable table, PaperTable.Row row) {
    return table.rows().stream()
        .filter(one -> one.name().equals(row.name()) && one.published().equals(row.published()))
        .findFirst();
  }

  private static PaperTable.Row average(PaperTable.Row first, List<PaperTable> tables) {
    SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
    for (String column : first.cells().keySet()) {
      List<PaperTable.Cell> found = new ArrayList<>();
      Set<Double> directions = new HashSet<>();
      for (PaperTable table : tables) {
        cell(find(table, first), column)
            .ifPresent(
                cell -> {
                  found.add(cell);
                  cell(baseline(table), column)
                      .ifPresent(base -> directions.add(Math.signum(cell.value() - base.value())));
                });
      }
      double largest = found.stream().mapToDouble(PaperTable.Cell::p).max().orElseThrow();
      double p = Double.isNaN(largest) || directions.size() == 1 ? largest : 1;
      double[] values = found.stream().mapToDouble(PaperTable.Cell::value).toArray();
      cells.put(column, PaperTable.Cell.mean(values, p));
    }
    return PaperTable.Row.measured(first.name(), cells);
  }

  /** Returns the first measured row, with which the others are compared. */
  private static Optional<PaperTable.Row> baseline(PaperTable table) {
    return table.rows().stream().filter(row -> row.published().isEmpty()).findFirst();
  }

  private static Optional<PaperTable.Cell> cell(Optional<PaperTable.Row> row, String column) {
    return row.map(one -> one.cells().get(column));
  }
}
