// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.clirbert;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.measure.QueryWeightedValueCurve;
import org.isogloss.measure.report.AttentionDiagram;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.LineChart;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.TrainingCharts;

/** The report of CLIR-BERT's experiments. */
final class ClirReport {
  /** Lower bound of the curve: below it, nearly all documents are returned. */
  private static final double MIN_VALUE = -1;

  private static final List<ClirVariant> CURVES =
      List.of(ClirVariant.BERT, ClirVariant.COMBINED, ClirVariant.PROBABILISTIC_OCCURRENCE);

  private ClirReport() {}

  static HtmlReport of(
      PaperResult result,
      Map<ClirVariant, QueryWeightedValueCurve> curves,
      Optional<AttentionDiagram> attention,
      SequencedMap<String, Path> logs) {
    HtmlReport report = new HtmlReport(result.title());
    if (result.settings().get("scale").equals("smoke")) {
      report.note(
          "At smoke scale figures mean nothing: it shows that everything runs. A larger scale"
              + " (small, full) gives figures.");
    }
    report.section("Tables");
    for (PaperTable table : result.tables()) {
      PaperResult.addTo(table, report);
    }
    report.section("Query weighted value over the threshold");
    report.paragraph(
        "Analysis set. Scores of systems differ: log-odds if sentences are scored, logarithms"
            + " of probabilities for Prob. CLIR and Prob. Occurrence.");
    for (ClirVariant row : CURVES) {
      Optional.ofNullable(curves.get(row))
          .ifPresent(curve -> report.figure(chart(row.label(), curve)));
    }
    attention.ifPresent(
        picture -> report.section("Attention of the last layer, by head").figure(picture));
    report.section("Training");
    TrainingCharts.addLosses(report, logs);
    return report.provenance(result.settings());
  }

  private static LineChart chart(String name, QueryWeightedValueCurve curve) {
    List<QueryWeightedValueCurve.Point> shown =
        curve.points().stream()
            .filter(point -> Double.isFinite(point.threshold()) && point.value() >= MIN_VALUE)
            .toList();
    double[] thresholds =
        shown.stream().mapToDouble(QueryWeightedValueCurve.Point::threshold).toArray();
    return new LineChart(name, "threshold", "")
        .series(
            "AQWV",
            thresholds,
            shown.stream().mapToDouble(QueryWeightedValueCurve.Point::value).toArray())
        .series(
            "P_miss",
            thresholds,
            shown.stream().mapToDouble(QueryWeightedValueCurve.Point::missRate).toArray())
        .series(
            "beta P_FA",
            thresholds,
            shown.stream().mapToDouble(point -> curve.beta() * point.falseAlarmRate()).toArray());
  }
}
