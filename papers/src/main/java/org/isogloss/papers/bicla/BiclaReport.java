// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.measure.report.HeatMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.LineChart;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.experiment.TrainingCharts;

/** The report of BiCLA's experiments. */
final class BiclaReport {
  private BiclaReport() {}

  static HtmlReport of(
      BiclaResult found, Path attention, Map<BiclaVariant, SequencedMap<String, Path>> logs) {
    PaperResult result = found.result();
    HtmlReport report = new HtmlReport(result.title());
    if (result.settings().get("scale").equals("smoke")) {
      report.note(
          "At smoke scale figures mean nothing: it shows that everything runs. A larger scale"
              + " (small, full) gives figures.");
    }
    report.section("Mate retrieval");
    PaperResult.addTo(result.table("mates"), report);
    report.section("Ensembles");
    PaperResult.addTo(result.table("ensembles"), report);
    report.section("Zero-shot language transfer");
    report.figure(heatMap("BiCLA, MAP", found.transferMatrix(BiclaEnsemble.BICLA)));
    PaperResult.addTo(result.table("transfer"), report);
    String ensemble = BiclaEnsemble.TRANSFER.label();
    report.figure(heatMap(ensemble + ", MAP", found.transferMatrix(ensemble)));
    PaperResult.addTo(result.table("transfer_ensembles"), report);
    report.section("Encoders");
    PaperResult.addTo(result.table("encoders"), report);
    report.section("Training pairs");
    PaperResult.addTo(result.table("curve"), report);
    report.figure(curve(found.curvePoints()));
    for (BiclaVariant variant : BiclaVariant.values()) {
      report.section("Training of " + variant.label());
      TrainingCharts.add(
          report,
          logs.getOrDefault(variant, new LinkedHashMap<>()),
          "Negated hinge loss on held-out pairs",
          "score");
    }
    report.section("Attention");
    report.figure(BiclaAttention.read(attention).draw());
    return report.provenance(result.settings());
  }

  private static HeatMap heatMap(String caption, double[][] values) {
    List<String> pairs = Arrays.stream(BiclaPairName.values()).map(BiclaPairName::label).toList();
    return new HeatMap(caption, pairs, pairs, values)
        .axes("trained on", "test set")
        .scale(0, 1)
        .decimals(3);
  }

  private static LineChart curve(SequencedMap<Integer, Double> points) {
    return new LineChart(
            "MAP of " + BiclaResult.CURVE_PAIR.label() + " over training pairs", "pairs", "MAP")
        .series(
            "BiCLA",
            points.keySet().stream().mapToDouble(Integer::doubleValue).toArray(),
            points.values().stream().mapToDouble(Double::doubleValue).toArray());
  }
}
