package org.isogloss.papers.hictl;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeSet;
import org.isogloss.measure.BarChart;
import org.isogloss.measure.HeatMap;
import org.isogloss.measure.HtmlReport;
import org.isogloss.measure.LineChart;
import org.isogloss.neural.TrainingLog;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.RowFigures;
import org.isogloss.search.mining.Margin;

/** The page of HICTL's experiments. */
final class HictlReport {
  private HictlReport() {}

  static HtmlReport of(
      PaperResult result,
      SequencedMap<HictlVariant, RowFigures> measured,
      Map<HictlVariant, Path> logs) {
    HtmlReport report = new HtmlReport(result.title());
    if (result.settings().get("scale").equals("smoke")) {
      report.note(
          "At smoke scale figures mean nothing: it shows that everything runs. Larger ones take"
              + " --scale small or full.");
    }
    report.section("Beside published figures");
    PaperResult.add(result.table("published"), report);
    report.section("Ablation");
    PaperResult.add(result.table("ablation"), report);
    report.figure(bars("Tatoeba by language, accuracy", measured, HictlEvaluation.TATOEBA));
    report.section("Training");
    curves(report, logs);
    report.section("XQuAD-R by pair of languages");
    for (HictlVariant variant : List.of(HictlVariant.NONE, HictlVariant.HICTL)) {
      report.figure(pairs(variant, measured.get(variant)));
    }
    report.figure(bars("XQuAD-R in the pool of all, mAP", measured, HictlEvaluation.XQUAD_R));
    report.section("NTREX by language");
    report.figure(bars("NTREX by language, accuracy", measured, HictlEvaluation.NTREX));
    report.section("Mining");
    for (Margin margin : HictlMining.MARGINS) {
      report.figure(
          bars(
              "F1 at the best threshold, margin by " + margin,
              measured,
              HictlMining.name(margin, "f1")));
    }
    report.section("All figures");
    for (PaperTable table : result.tables().subList(2, result.tables().size())) {
      PaperResult.add(table, report);
    }
    return report.provenance(result.settings());
  }

  private static BarChart bars(
      String caption, SequencedMap<HictlVariant, RowFigures> measured, String benchmark) {
    SortedMap<String, Double> first = measured.get(HictlVariant.NONE).parts(benchmark);
    List<String> categories = new ArrayList<>(List.of("average"));
    categories.addAll(first.keySet());
    BarChart chart = new BarChart(caption, categories);
    measured.forEach(
        (variant, figures) -> {
          SortedMap<String, Double> parts = figures.parts(benchmark);
          double[] values =
              categories.stream()
                  .mapToDouble(
                      part -> part.equals("average") ? figures.average(benchmark) : parts.get(part))
                  .toArray();
          chart.series(variant.label(), values);
        });
    return chart;
  }

  private static void curves(HtmlReport report, Map<HictlVariant, Path> logs) {
    LineChart loss = new LineChart("Loss, as each row has it", "step", "loss");
    LineChart found = new LineChart("Held-out pairs that are found", "step", "accuracy");
    for (HictlVariant variant : HictlVariant.values()) {
      Path log = logs.get(variant);
      if (log != null && Files.exists(log)) {
        TrainingLog.Curves curves = TrainingLog.read(log);
        add(loss, variant, curves.losses());
        add(found, variant, curves.scores());
      }
    }
    report.figure(loss).figure(found);
  }

  private static void add(LineChart chart, HictlVariant variant, SortedMap<Long, Double> points) {
    chart.series(
        variant.label(),
        points.keySet().stream().mapToDouble(Long::doubleValue).toArray(),
        points.values().stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static HeatMap pairs(HictlVariant variant, RowFigures figures) {
    SortedMap<String, Double> parts = figures.parts(HictlEvaluation.XQUAD_R_PAIRS);
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
        .axes("asked in", "found in")
        .scale(0, 1)
        .withMeans();
  }
}
