// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.TrainingCharts;

/** The report of XPR's experiments. */
final class XprReport {
  /** Maximum number of systems with distinguishable colours. */
  private static final int MAX_BARS = 6;

  private XprReport() {}

  /**
   * Writes the report.
   *
   * @param logs logs of trainings by name, under headings
   */
  static HtmlReport of(PaperResult result, SequencedMap<String, SequencedMap<String, Path>> logs) {
    HtmlReport report = new HtmlReport(result.title());
    if (result.settings().get("scale").equals("smoke")) {
      report.note(
          "At smoke scale figures mean nothing: it shows that everything runs. A larger scale"
              + " (small, full) gives figures.");
    }
    report.section("Tables");
    for (PaperTable table : result.tables()) {
      PaperResult.addTo(table, report);
      if (table.columns().containsAll(XprMeasures.COLUMNS.keySet())) {
        report.figure(barChart(table));
      }
    }
    logs.forEach(
        (heading, trainings) -> {
          report.section(heading);
          TrainingCharts.add(
              report, trainings, "Share of queries whose first passage is relevant", "acc@1");
        });
    return report.provenance(result.settings());
  }

  /** Returns the six trained systems of table 3, and all of table 4 with the published ones. */
  private static BarChart barChart(PaperTable table) {
    BarChart chart = new BarChart(table.caption(), table.columns());
    List<PaperTable.Row> rows = table.rows();
    for (PaperTable.Row row : rows.subList(0, Math.min(MAX_BARS, rows.size()))) {
      String name = row.published().isEmpty() ? row.name() : row.name() + ", published";
      chart.series(
          name,
          table.columns().stream()
              .mapToDouble(column -> row.cells().get(column).value())
              .toArray());
    }
    return chart;
  }
}
