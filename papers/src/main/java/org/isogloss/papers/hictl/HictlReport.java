// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeSet;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HeatMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.mining.scoring.Margin;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;

/** The report of HICTL's experiments. */
final class HictlReport {
  private HictlReport() {}

  static HtmlReport of(
      PaperResult result,
      SequencedMap<HictlVariant, SystemMeasurements> measured,
      Map<HictlVariant, Path> logs) {
    HtmlReport report = new HtmlReport(result.title());
    if (result.settings().get("scale").equals("smoke")) {
      report.note(
          "At smoke scale figures mean nothing: it shows that everything runs. A larger scale"
              + " (small, full) gives figures.");
    }
    report.section("Comparison with published figures");
    PaperResult.addTo(result.table("published"), report);
    report.section("Ablation");
    PaperResult.addTo(result.table("ablation"), report);
    report.figure(barChart("Tatoeba by language, accuracy", measured, HictlEvaluation.TATOEBA));
    if (result.tables().stream().anyMatch(table -> table.name().equals("tasks"))) {
      report.section("Fine-tuned tasks");
      PaperResult.addTo(result.table("tasks"), report);
    }
    report.section("Training");
    TrainingCharts.add(report, byLabel(logs), "Accuracy on held-out pairs", "accuracy");
    report.section("XQuAD-R by pair of languages");
    for (HictlVariant variant : List.of(HictlVariant.NONE, HictlVariant.HICTL)) {
      if (measured.containsKey(variant)) {
        report.figure(pairs(variant, measured.get(variant)));
      }
    }
    report.figure(barChart("XQuAD-R in the pool of all, mAP", measured, HictlEvaluation.XQUAD_R));
    report.section("NTREX by language");
    report.figure(barChart("NTREX by language, accuracy", measured, HictlEvaluation.NTREX));
    report.section("Mining");
    for (Margin margin : HictlMiningEvaluation.MARGINS) {
      report.figure(
          barChart(
              "F1 at the best threshold, margin by " + margin.name().toLowerCase(Locale.ROOT),
              measured,
              HictlMiningEvaluation.figureName(margin, "f1")));
    }
    report.section("All figures");
    for (PaperTable table : result.tables().subList(2, result.tables().size())) {
      PaperResult.addTo(table, report);
    }
    return report.provenance(result.settings());
  }

  private static BarChart barChart(
      String caption, SequencedMap<HictlVariant, SystemMeasurements> measured, String benchmark) {
    SortedMap<String, Double> first = measured.get(HictlVariant.NONE).partMeans(benchmark);
    List<String> categories = new ArrayList<>(List.of("average"));
    categories.addAll(first.keySet());
    BarChart chart = new BarChart(caption, categories);
    measured.forEach(
        (variant, figures) -> {
          SortedMap<String, Double> parts = figures.partMeans(benchmark);
          double[] values =
              categories.stream()
                  .mapToDouble(
                      part ->
                          part.equals("average")
                              ? figures.macroAverage(benchmark)
                              : parts.get(part))
                  .toArray();
          chart.series(variant.label(), values);
        });
    return chart;
  }

  private static SequencedMap<String, Path> byLabel(Map<HictlVariant, Path> logs) {
    SequencedMap<String, Path> byLabel = new LinkedHashMap<>();
    for (HictlVariant variant : HictlVariant.values()) {
      if (logs.containsKey(variant)) {
        byLabel.put(variant.label(), logs.get(variant));
      }
    }
    return byLabel;
  }

  private static HeatMap pairs(HictlVariant variant, SystemMeasurements figures) {
    SortedMap<String, Double> parts = figures.partMeans(HictlEvaluation.XQUAD_R_PAIRS);
    TreeSet<String> languages = new TreeSet<>();
    parts.keySet().forEach(pair -> languages.addAll(List.of(pair.split("-", -1))));
    List<String> names = List.copyOf(languages);
    double[][] values = new double[names.size()][names.size()];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values.length; j++) {
        values[i][j] = parts.getOrDefault(names.get(i) + "-" + names.get(j), Double.NaN);
      }
    }
    return new HeatMap("mAP: " + variant.label(), names, names, values)
        .axes("query language", "document language")
        .scale(0, 1)
        .withMeans();
  }
}
