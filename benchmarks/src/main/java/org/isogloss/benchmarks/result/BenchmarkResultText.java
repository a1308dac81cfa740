// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.result;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.isogloss.core.Language;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.crosslingual.LanguageBias;
import org.isogloss.measure.crosslingual.LanguageMatrix;
import org.isogloss.measure.crosslingual.RankChange;

/** Results as text for a terminal. */
final class BenchmarkResultText {
  private BenchmarkResultText() {}

  static String of(BenchmarkResult result) {
    StringBuilder text = new StringBuilder();
    text.append(summary(result));
    if (result.matrix().isPresent()) {
      text.append('\n').append(matrix(result.measure(), result.matrix().get()));
    } else if (!result.summary().keySet().containsAll(result.pairs().keySet())) {
      text.append('\n').append(pairs(result));
    }
    result
        .bias()
        .ifPresent(
            bias ->
                text.append('\n')
                    .append(bias(bias, result.rankChange()))
                    .append("The query language has ")
                    .append(format(bias.queryLanguageShare()))
                    .append(" of the top ")
                    .append(bias.depth())
                    .append("; its fair share is ")
                    .append(format(bias.queryLanguageRelevantShare()))
                    .append(".\n"));
    return text.toString();
  }

  /** One row for this system, one for each published one. */
  private static TextTable summary(BenchmarkResult result) {
    Map<String, Double> figures = result.summary();
    List<String> header = new ArrayList<>(List.of(result.benchmark()));
    header.addAll(figures.keySet());
    TextTable table = new TextTable(header);
    table.row(row(result.model() + ", " + result.pipeline(), figures, figures));
    for (PublishedResult published : PublishedResult.forBenchmark(result.benchmark())) {
      table.row(row("published: " + published.system(), figures, published.figures()));
    }
    return table;
  }

  private static List<String> row(
      String name, Map<String, Double> columns, Map<String, Double> figures) {
    List<String> row = new ArrayList<>(List.of(name));
    for (String column : columns.keySet()) {
      row.add(figures.containsKey(column) ? format(figures.get(column)) : "");
    }
    return row;
  }

  private static TextTable pairs(BenchmarkResult result) {
    TextTable table = new TextTable(List.of("pair", result.measure()));
    result.pairs().forEach((pair, figure) -> table.row(List.of(pair, format(figure))));
    result
        .excludedPairs()
        .forEach((pair, figure) -> table.row(List.of(pair + " (not averaged)", format(figure))));
    return table;
  }

  private static TextTable matrix(String measure, LanguageMatrix matrix) {
    List<String> header = new ArrayList<>(List.of(measure + ": query language, document language"));
    matrix.columns().forEach(language -> header.add(language.tag()));
    header.add("mean");
    TextTable table = new TextTable(header);
    for (Language queryLanguage : matrix.rows()) {
      List<String> row = new ArrayList<>(List.of(queryLanguage.tag()));
      for (Language documentLanguage : matrix.columns()) {
        row.add(format(matrix.value(queryLanguage, documentLanguage).orElse(Double.NaN)));
      }
      row.add(format(matrix.rowMean(queryLanguage)));
      table.row(row);
    }
    return table;
  }

  private static TextTable bias(LanguageBias bias, Optional<RankChange> ranks) {
    Map<Language, Double> changes =
        ranks.map(RankChange::factorByDocumentLanguage).orElse(Map.of());
    TextTable table =
        new TextTable(
            List.of(
                "language",
                "share of top " + bias.depth(),
                "of the relevant",
                "ratio",
                "rank times"));
    for (LanguageBias.Share share : bias.shares()) {
      table.row(
          List.of(
              share.language().tag(),
              format(share.top()),
              format(share.relevant()),
              share.ratio().map(BenchmarkResultText::format).orElse(""),
              Optional.ofNullable(changes.get(share.language()))
                  .map(BenchmarkResultText::format)
                  .orElse("")));
    }
    return table;
  }

  private static String format(double figure) {
    return String.format(Locale.ROOT, "%.4f", figure);
  }
}
