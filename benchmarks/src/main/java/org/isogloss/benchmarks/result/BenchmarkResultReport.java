// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.result;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.isogloss.core.Language;
import org.isogloss.measure.crosslingual.LanguageBias;
import org.isogloss.measure.crosslingual.RankChange;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HeatMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.HtmlTable;

/** Results as an HTML page with charts. */
final class BenchmarkResultReport {
  private BenchmarkResultReport() {}

  static HtmlReport of(BenchmarkResult result, String description) {
    HtmlReport report = new HtmlReport(result.benchmark() + ": " + result.model());
    BenchmarkJudgement.of(result).ifPresent(report::judgement);
    report.paragraph("What is measured: " + description + ".");
    Map<String, String> key = new LinkedHashMap<>();
    result.summary().forEach((name, figure) -> key.put(name, format(figure)));
    report.keyFigures(key);
    published(report, result);
    result
        .matrix()
        .ifPresent(
            matrix ->
                report
                    .section("By language pair")
                    .figure(
                        HeatMap.of(result.measure(), matrix)
                            .axes("query language", "document language")
                            .scale(0, 1)
                            .withMeans()));
    if (result.matrix().isEmpty() && !result.pairs().isEmpty()) {
      report.section("By language pair").figure(barChart(result));
    }
    result.bias().ifPresent(bias -> bias(report, bias));
    result.rankChange().ifPresent(ranks -> ranks(report, ranks));
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("benchmark", result.benchmark());
    facts.put("model", result.model());
    facts.put("pipeline", result.pipeline());
    result
        .measurement()
        .ifPresent(
            measurement -> {
              facts.put("measured", measurement.date().toString());
              facts.put("weights", measurement.weights());
            });
    return report.provenance(facts);
  }

  private static void published(HtmlReport report, BenchmarkResult result) {
    List<PublishedResult> all = PublishedResult.forBenchmark(result.benchmark());
    if (all.isEmpty()) {
      return;
    }
    List<String> header = new ArrayList<>(List.of("system"));
    header.addAll(result.summary().keySet());
    header.add("from");
    HtmlTable table = new HtmlTable("Comparison with published figures", header);
    table.row(row(result.model(), result.summary(), result.summary(), "measured here"));
    for (PublishedResult published : all) {
      table.row(row(published.system(), result.summary(), published.figures(), published.source()));
    }
    report.figure(table);
  }

  private static List<String> row(
      String name, Map<String, Double> columns, Map<String, Double> figures, String source) {
    List<String> row = new ArrayList<>(List.of(name));
    for (String column : columns.keySet()) {
      row.add(figures.containsKey(column) ? format(figures.get(column)) : "");
    }
    row.add(source);
    return row;
  }

  private static BarChart barChart(BenchmarkResult result) {
    Map<String, Double> all = new LinkedHashMap<>(result.pairs());
    result.excludedPairs().forEach((pair, figure) -> all.put(pair + " (not averaged)", figure));
    BarChart chart = new BarChart(result.measure(), List.copyOf(all.keySet()));
    double[] figures = all.values().stream().mapToDouble(Double::doubleValue).toArray();
    return chart.series(result.model(), figures).decimals(3);
  }

  private static void bias(HtmlReport report, LanguageBias bias) {
    List<LanguageBias.Share> shares = bias.shares();
    BarChart chart =
        new BarChart(
            "Share of each language in the first " + bias.depth() + " of all languages together",
            shares.stream().map(share -> share.language().name()).toList());
    chart.series("top " + bias.depth(), shares.stream().mapToDouble(s -> s.top()).toArray());
    chart.series("relevant", shares.stream().mapToDouble(s -> s.relevant()).toArray());
    report
        .section("Language bias")
        .paragraph(
            "In an unbiased ranking, the share of each language equals its share of the"
                + " relevant documents. The query language has "
                + format(bias.queryLanguageShare())
                + " of the top, compared with "
                + format(bias.queryLanguageRelevantShare())
                + " of the relevant documents.")
        .figure(chart.decimals(3))
        .figure(
            HeatMap.of("Share of the first " + bias.depth(), bias.topShares())
                .axes("query language", "document language"));
  }

  private static void ranks(HtmlReport report, RankChange ranks) {
    Map<Language, Double> changes = ranks.factorByDocumentLanguage();
    BarChart chart =
        new BarChart(
            "Rank among all languages / rank among its own",
            changes.keySet().stream().map(Language::name).toList());
    chart.series(
        "rank change", changes.values().stream().mapToDouble(Double::doubleValue).toArray());
    report
        .section("Rank change")
        .paragraph(
            "Rank of the first relevant document of a language among all languages, divided by"
                + " its rank among those of its own language (geometric means). An unbiased ranking"
                + " changes all alike; this one changes the query language by "
                + format(ranks.queryLanguageFactor())
                + " and the others by "
                + format(ranks.otherLanguageFactor())
                + ".")
        .figure(chart.decimals(2))
        .figure(
            HeatMap.of("Rank change", ranks.factors())
                .axes("query language", "document language")
                .decimals(1));
  }

  private static String format(double figure) {
    return String.format(Locale.ROOT, "%.4f", figure);
  }
}
