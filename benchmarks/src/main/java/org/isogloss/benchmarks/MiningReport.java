package org.isogloss.benchmarks;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isogloss.measure.crosslingual.PrecisionRecallCurve;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.HtmlTable;
import org.isogloss.measure.report.LineChart;
import org.isogloss.mining.scoring.Margin;

/** The result of mining as a page with pictures. */
final class MiningReport {
  private static final List<Margin> MARGINS = List.of(Margin.RATIO, Margin.DISTANCE, Margin.COSINE);

  private MiningReport() {}

  static HtmlReport of(MiningResult result) {
    HtmlReport report = new HtmlReport(Benchmarks.MINING + ": " + result.model());
    report.paragraph("What is measured: " + MiningBenchmark.DESCRIPTION + ".");
    Map<String, String> key = new LinkedHashMap<>();
    result.summary().forEach((name, figure) -> key.put(name, MiningResult.decimals(figure)));
    report.keyFigures(key);
    report.paragraph("F1 at the threshold that is best for the language and margin.");
    report.figure(bars(result)).figure(table(result));
    for (MiningResult.Mined mined : result.languages()) {
      report.section(mined.name());
      for (Margin margin : MARGINS) {
        String caption = mined.name() + " by " + MiningResult.name(margin);
        report.figure(LineChart.of(caption, mined.curves().get(margin)));
      }
    }
    MiningSetting setting = result.setting();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("benchmark", Benchmarks.MINING);
    facts.put("model", result.model());
    facts.put("neighbours", String.valueOf(setting.options().neighbours()));
    facts.put("selection", setting.selection().name().toLowerCase(Locale.ROOT));
    facts.put("others", String.valueOf(setting.others()));
    facts.put("seed", String.valueOf(setting.seed()));
    return report.provenance(facts);
  }

  private static BarChart bars(MiningResult result) {
    List<String> names = result.languages().stream().map(MiningResult.Mined::name).toList();
    BarChart chart = new BarChart("F1 by margin", names);
    for (Margin margin : MARGINS) {
      chart.series(
          MiningResult.name(margin),
          result.languages().stream().mapToDouble(mined -> mined.best(margin).f1()).toArray());
    }
    return chart.decimals(3);
  }

  private static HtmlTable table(MiningResult result) {
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
    for (MiningResult.Mined mined : result.languages()) {
      for (Margin margin : MARGINS) {
        PrecisionRecallCurve.Point best = mined.best(margin);
        table.row(
            List.of(
                mined.name(),
                String.valueOf(mined.sourceLines()),
                String.valueOf(mined.targetLines()),
                String.valueOf(mined.hidden()),
                MiningResult.name(margin),
                MiningResult.decimals(best.threshold()),
                String.valueOf(best.retained()),
                MiningResult.decimals(best.precision()),
                MiningResult.decimals(best.recall()),
                MiningResult.decimals(best.f1())));
      }
    }
    return table;
  }
}
