// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.mining;

import static java.util.Comparator.comparingDouble;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isogloss.benchmarks.Benchmarks;
import org.isogloss.core.util.Margin;
import org.isogloss.measure.PrecisionRecallCurve;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.HtmlTable;
import org.isogloss.measure.report.LineChart;

/** The result of mining as an HTML page with charts. */
final class MiningBenchmarkReport {
  private static final List<Margin> MARGINS = List.of(Margin.RATIO, Margin.DISTANCE, Margin.COSINE);

  private MiningBenchmarkReport() {}

  static HtmlReport of(MiningBenchmarkResult result) {
    HtmlReport report = new HtmlReport(Benchmarks.MINING + ": " + result.model());
    result.pairResults().stream()
        .min(comparingDouble(mined -> mined.bestF1Point(Margin.RATIO).f1()))
        .ifPresent(worst -> report.judgement(judgement(result, worst)));
    report.paragraph("What is measured: " + MiningBenchmark.DESCRIPTION + ".");
    Map<String, String> key = new LinkedHashMap<>();
    result.summary().forEach((name, figure) -> key.put(name, MiningBenchmarkResult.format(figure)));
    report.keyFigures(key);
    report.paragraph("F1 at the best threshold for the language and margin.");
    report.figure(barChart(result)).figure(table(result));
    for (MiningBenchmarkResult.PairResult mined : result.pairResults()) {
      report.section(mined.name());
      for (Margin margin : MARGINS) {
        String caption = mined.name() + " by " + MiningBenchmarkResult.name(margin);
        report.figure(LineChart.of(caption, mined.curves().get(margin)));
      }
    }
    MiningBenchmarkOptions setting = result.setting();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("benchmark", Benchmarks.MINING);
    facts.put("model", result.model());
    facts.put("neighbours", String.valueOf(setting.options().neighbours()));
    facts.put("selection", setting.selection().name().toLowerCase(Locale.ROOT));
    facts.put("others", String.valueOf(setting.backgroundSentences()));
    facts.put("seed", String.valueOf(setting.seed()));
    return report.provenance(facts);
  }

  private static String judgement(
      MiningBenchmarkResult result, MiningBenchmarkResult.PairResult worst) {
    List<MiningBenchmarkResult.PairResult> all = result.pairResults();
    String lowest = MiningBenchmarkResult.format(worst.bestF1Point(Margin.RATIO).f1());
    if (all.size() == 1) {
      return String.format(
          Locale.ROOT,
          "%s has F1 %s by the ratio margin on %s, at its best threshold.",
          result.model(),
          lowest,
          worst.name());
    }
    double mean =
        all.stream()
            .mapToDouble(mined -> mined.bestF1Point(Margin.RATIO).f1())
            .average()
            .orElseThrow();
    return String.format(
        Locale.ROOT,
        "%s has F1 %s by the ratio margin, as the mean over %d language pairs at their best"
            + " thresholds; the lowest is %s for %s.",
        result.model(),
        MiningBenchmarkResult.format(mean),
        all.size(),
        lowest,
        worst.name());
  }

  private static BarChart barChart(MiningBenchmarkResult result) {
    List<String> names =
        result.pairResults().stream().map(MiningBenchmarkResult.PairResult::name).toList();
    BarChart chart = new BarChart("F1 by margin", names);
    for (Margin margin : MARGINS) {
      chart.series(
          MiningBenchmarkResult.name(margin),
          result.pairResults().stream()
              .mapToDouble(mined -> mined.bestF1Point(margin).f1())
              .toArray());
    }
    return chart.decimals(3);
  }

  private static HtmlTable table(MiningBenchmarkResult result) {
    HtmlTable table =
        new HtmlTable(
            "The best threshold of each margin",
            List.of(
                "pair",
                "source",
                "target",
                "hidden",
                "margin",
                "threshold",
                "kept",
                "precision",
                "recall",
                "F1"));
    for (MiningBenchmarkResult.PairResult mined : result.pairResults()) {
      for (Margin margin : MARGINS) {
        PrecisionRecallCurve.Point best = mined.bestF1Point(margin);
        table.row(
            List.of(
                mined.name(),
                String.valueOf(mined.sourceLines()),
                String.valueOf(mined.targetLines()),
                String.valueOf(mined.hiddenPairs()),
                MiningBenchmarkResult.name(margin),
                MiningBenchmarkResult.format(best.threshold()),
                String.valueOf(best.retained()),
                MiningBenchmarkResult.format(best.precision()),
                MiningBenchmarkResult.format(best.recall()),
                MiningBenchmarkResult.format(best.f1())));
      }
    }
    return table;
  }
}
