package org.isogloss.papers.clirbert;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import org.isogloss.measure.AttentionPicture;
import org.isogloss.measure.HtmlReport;
import org.isogloss.measure.LineChart;
import org.isogloss.measure.ThresholdCurve;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.TrainingCharts;

/** The page of CLIR-BERT's experiments. */
final class ClirReport {
  /** Below this a curve says nothing but that nearly everything is shown. */
  private static final double LOWEST = -1;

  private static final List<ClirRow> CURVES =
      List.of(ClirRow.BERT, ClirRow.COMBINED, ClirRow.PROBABILISTIC_OCCURRENCE);

  private ClirReport() {}

  static HtmlReport of(
      PaperResult result,
      Map<ClirRow, ThresholdCurve> curves,
      Optional<AttentionPicture> attention,
      SequencedMap<String, Path> logs) {
    HtmlReport report = new HtmlReport(result.title());
    if (result.settings().get("scale").equals("smoke")) {
      report.note(
          "At smoke scale figures mean nothing: it shows that everything runs. Larger ones take"
              + " --scale small or full.");
    }
    report.section("Tables");
    for (PaperTable table : result.tables()) {
      PaperResult.add(table, report);
    }
    report.section("The weighted value over the threshold");
    report.paragraph(
        "Analysis set. Each system has scores of its own: log-odds where sentences are scored,"
            + " logarithms of probabilities of Prob. CLIR and Prob. Occurrence.");
    for (ClirRow row : CURVES) {
      Optional.ofNullable(curves.get(row))
          .ifPresent(curve -> report.figure(chart(row.label(), curve)));
    }
    attention.ifPresent(
        picture -> report.section("Attention of the last layer, by head").figure(picture));
    report.section("Training");
    TrainingCharts.addLosses(report, logs);
    return report.provenance(result.settings());
  }

  private static LineChart chart(String name, ThresholdCurve curve) {
    List<ThresholdCurve.Point> shown =
        curve.points().stream()
            .filter(point -> Double.isFinite(point.threshold()) && point.value() >= LOWEST)
            .toList();
    double[] thresholds = shown.stream().mapToDouble(ThresholdCurve.Point::threshold).toArray();
    return new LineChart(name, "threshold", "")
        .series(
            "AQWV", thresholds, shown.stream().mapToDouble(ThresholdCurve.Point::value).toArray())
        .series(
            "P_miss", thresholds, shown.stream().mapToDouble(ThresholdCurve.Point::miss).toArray())
        .series(
            "beta P_FA",
            thresholds,
            shown.stream().mapToDouble(point -> curve.beta() * point.falseAlarm()).toArray());
  }
}
