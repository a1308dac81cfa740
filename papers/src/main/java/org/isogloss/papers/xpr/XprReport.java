package org.isogloss.papers.xpr;

import java.nio.file.Path;
import java.util.List;
import java.util.SequencedMap;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.TrainingCharts;

/** The page of XPR's experiments. */
final class XprReport {
  /** As many systems as can be told apart by their colours. */
  private static final int MAX_BARS = 6;

  private XprReport() {}

  /**
   * Draws it.
   *
   * @param logs of trainings by their names, under headings
   */
  static HtmlReport of(PaperResult result, SequencedMap<String, SequencedMap<String, Path>> logs) {
    HtmlReport report = new HtmlReport(result.title());
    if (result.settings().get("scale").equals("smoke")) {
      report.note(
          "At smoke scale figures mean nothing: it shows that everything runs. Larger ones take"
              + " --scale small or full.");
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
          TrainingCharts.add(report, trainings, "Queries whose first passage is relevant", "acc@1");
        });
    return report.provenance(result.settings());
  }

  /** Of table 3 the six trained systems, of table 4 all, published ones too. */
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
