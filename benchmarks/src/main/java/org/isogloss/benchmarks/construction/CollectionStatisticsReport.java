// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.construction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.isogloss.core.Language;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HeatMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.HtmlTable;

/** Statistics as an HTML page. */
final class CollectionStatisticsReport {
  private CollectionStatisticsReport() {}

  static HtmlReport of(CollectionStatistics statistics) {
    HtmlReport report = new HtmlReport("Statistics of the test collection");
    report.paragraph(
        "The queries are titles of pages. The grades of their candidates are BM25 scores in the"
            + " query language, cut by natural breaks and carried over to the documents of the same"
            + " pages in the other languages, in the manner of CLIRMatrix (Sun and Duh 2020).");
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("documents", count(statistics.documents()));
    figures.put("languages", count(statistics.languages().size()));
    for (Split split : Split.values()) {
      figures.put(split.fileName() + " queries", count(statistics.queries(split)));
    }
    report.keyFigures(figures);
    if (statistics.ignoredLinks() > 0) {
      report.note(
          count(statistics.ignoredLinks())
              + " links were ignored because they would have joined two documents of a language.");
    }
    report.section("Documents").figure(documents(statistics));
    report.section("Queries");
    report.figure(splits(statistics));
    report.figure(matrix("Queries of all splits", statistics, PairStatistics::totalQueries, 0));
    report.section("Grades");
    report.figure(grades(statistics));
    report.figure(
        matrix(
            "Relevant documents (grades 1 to 6) of a query, mean",
            statistics,
            pair -> (double) pair.relevant() / pair.totalQueries(),
            1));
    report.section("Lexical overlap");
    report.paragraph(
        "The share of the analysed words of a query that occur in a relevant document, mean of the"
            + " relevant documents of a sample of the test queries (at most "
            + QueryConstruction.OVERLAP_QUERIES
            + " in each query language). A pair with a high overlap can be searched without translation.");
    report.figure(
        matrix("Lexical overlap", statistics, pair -> pair.overlap().orElse(Double.NaN), 2));
    report.section("Candidates").figure(candidates(statistics));
    return report.provenance(provenance(statistics.options()));
  }

  private static HtmlTable documents(CollectionStatistics statistics) {
    HtmlTable table =
        new HtmlTable(
            "Documents in each language, and linked ones in a split whose title is not a query"
                + " because it is repeated, missing or without search terms",
            List.of("language", "documents", "linked", "repeated titles", "no search terms"));
    for (LanguageStatistics language : statistics.languages()) {
      table.row(
          List.of(
              language.language().tag(),
              count(language.documents()),
              count(language.linked()),
              count(language.repeatedTitles()),
              count(language.emptyTitles())));
    }
    return table;
  }

  private static HtmlTable splits(CollectionStatistics statistics) {
    List<String> header = new ArrayList<>(List.of("query language"));
    for (Split split : Split.values()) {
      header.add(split.fileName());
    }
    HtmlTable table =
        new HtmlTable(
            "Queries in each language; the largest number of all document languages", header);
    for (LanguageStatistics language : statistics.languages()) {
      List<String> row = new ArrayList<>(List.of(language.language().tag()));
      for (Split split : Split.values()) {
        row.add(
            count(
                statistics.pairs().stream()
                    .filter(pair -> pair.languages().source().equals(language.language()))
                    .mapToLong(pair -> pair.queries(split))
                    .max()
                    .orElse(0)));
      }
      table.row(row);
    }
    List<String> pages = new ArrayList<>(List.of("pages"));
    for (Split split : Split.values()) {
      pages.add(count(statistics.pages().getOrDefault(split, 0L)));
    }
    return table.row(pages);
  }

  private static BarChart grades(CollectionStatistics statistics) {
    List<Long> grades = statistics.grades();
    double total = grades.stream().mapToLong(Long::longValue).sum();
    List<String> categories =
        IntStream.range(0, grades.size()).mapToObj(grade -> "grade " + grade).toList();
    return new BarChart("Share of the candidates with each grade, in percent", categories)
        .decimals(1)
        .series(
            "candidates", grades.stream().mapToDouble(number -> 100 * number / total).toArray());
  }

  private static HtmlTable candidates(CollectionStatistics statistics) {
    List<String> header = new ArrayList<>(List.of("pair", "fewest", "mean", "most"));
    for (int grade = 0; grade < statistics.grades().size(); grade++) {
      header.add("grade " + grade);
    }
    HtmlTable table =
        new HtmlTable(
            "Candidates of a query, and the mean number of candidates of each grade", header);
    for (PairStatistics pair : statistics.pairs()) {
      double queries = pair.totalQueries();
      List<String> row = new ArrayList<>(List.of(pair.languages().toString()));
      row.add(count(pair.fewestCandidates()));
      row.add(mean(pair.candidates() / queries));
      row.add(count(pair.mostCandidates()));
      pair.grades().forEach(number -> row.add(mean(number / queries)));
      table.row(row);
    }
    return table;
  }

  private static HeatMap matrix(
      String caption,
      CollectionStatistics statistics,
      ToDoubleFunction<PairStatistics> value,
      int decimals) {
    List<Language> languages =
        statistics.languages().stream().map(LanguageStatistics::language).toList();
    double[][] values = new double[languages.size()][languages.size()];
    for (int i = 0; i < values.length; i++) {
      for (int j = 0; j < values.length; j++) {
        values[i][j] =
            statistics
                .pair(languages.get(i), languages.get(j))
                .map(pair -> value.applyAsDouble(pair))
                .orElse(Double.NaN);
      }
    }
    List<String> tags = languages.stream().map(Language::tag).toList();
    return new HeatMap(caption, tags, tags, values)
        .axes("query language", "document language")
        .decimals(decimals)
        .withMeans();
  }

  private static Map<String, String> provenance(ConstructionOptions options) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("graded documents", "at most " + count(options.depth()));
    facts.put("candidates", count(options.candidates()));
    facts.put(
        "split sizes in pages",
        "at most "
            + count(options.sizes().train())
            + " train, "
            + count(options.sizes().validation())
            + " dev, "
            + count(options.sizes().test())
            + " test");
    facts.put("seed", Long.toString(options.seed()));
    return facts;
  }

  private static String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  private static String mean(double number) {
    return String.format(Locale.ROOT, "%.1f", number);
  }
}
