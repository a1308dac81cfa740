// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.BaselineComparison;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;
import org.isogloss.papers.xpr.mixture.MixedLanguageTestSet;

/** The tables and reports of XPR: tables 3 and 4 of the paper, and the table of sources. */
final class XprTables {
  private static final String PUBLISHED_NOTE =
      "The published figures are of InsuranceQA: 1,625 queries, each with 500 candidates found by a"
          + " search engine. ";
  private static final String SIGNIFICANCE_NOTE =
      "p: paired randomisation over the queries, corrected by Holm over the table.";

  /** Maximum number of systems with distinguishable colours. */
  private static final int MAX_BARS = 6;

  private final XprSession session;
  private final XprData data;
  private final boolean published;

  /**
   * Creates the tables.
   *
   * @param published whether the paper's figures are for these languages
   */
  XprTables(XprSession session, XprData data, boolean published) {
    this.session = session;
    this.data = data;
    this.published = published;
  }

  /**
   * Arranges measurements in tables.
   *
   * @param rows rows of table 3 by name
   * @param outOfDomain rows of table 4
   */
  PaperResult toResult(
      SequencedMap<String, String> settings,
      SequencedMap<String, SystemMeasurements> rows,
      SequencedMap<String, SystemMeasurements> outOfDomain) {
    List<PaperTable> tables = new ArrayList<>();
    tables.add(
        table(
            "table3",
            "Table 3: in-domain re-ranking",
            "Candidates: "
                + data.relevance().candidates()
                + ". "
                + (published ? PUBLISHED_NOTE : ""),
            data.inDomain(),
            rows));
    for (MixedLanguageTestSet test : data.outOfDomain()) {
      tables.add(
          table(
              "table4_" + test.questionSet().name().toLowerCase(Locale.ROOT),
              "Table 4: zero-shot out-of-domain re-ranking",
              "",
              test,
              outOfDomain));
    }
    tables.add(languages(rows, outOfDomain));
    List<String> figures =
        data.tests().stream()
            .flatMap(
                test ->
                    Stream.of(XprMeasures.ACC_1, XprMeasures.MRR)
                        .map(column -> XprMeasures.key(test, column)))
            .toList();
    tables.add(PrecisionComparison.table(rows, figures));
    SequencedMap<String, List<String>> trainings = new LinkedHashMap<>();
    for (boolean xpi : List.of(false, true)) {
      List<String> names = new ArrayList<>(xpi ? List.of(XprModelTrainer.XPI) : List.of());
      Stream.of(XprVariant.values())
          .filter(row -> row.extendedPretraining() == xpi)
          .forEach(row -> names.addAll(row.trainings()));
      trainings.put("Training " + (xpi ? "with" : "without") + " extended pre-training", names);
    }
    return new PaperResult(
        "xpr",
        "XPR (Chen et al. 2020): cross-lingual passage re-ranking, from " + session.baseName(),
        settings,
        tables,
        (result, report) -> {
          writeTables(result, report);
          trainings.forEach(
              (heading, names) -> writeCurves(heading, session.runner().logFiles(names), report));
        });
  }

  /**
   * Arranges the measurements of sources of relevance.
   *
   * @param rows rows by name
   */
  static PaperResult ofSources(
      XprSession session,
      SequencedMap<String, String> settings,
      MixedLanguageTestSet test,
      SequencedMap<String, SystemMeasurements> rows) {
    String encoder = session.encoderName();
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    for (String suffix :
        List.of(RerankingEvaluation.RERANKER_SUFFIX, RerankingEvaluation.INTERPOLATED_SUFFIX)) {
      for (String column : List.of(XprMeasures.ACC_1, XprMeasures.ACC_10, XprMeasures.MRR)) {
        columns.put(
            column + (suffix.isEmpty() ? "" : " with " + encoder),
            XprMeasures.key(test, column) + suffix);
      }
    }
    PaperTable table =
        new BaselineComparison(rows, columns, session.options().seed())
            .toTable(
                "sources",
                "Sources of relevance: the first "
                    + RerankingEvaluation.RERANKING_DEPTH
                    + " of "
                    + encoder
                    + " re-ranked, zero-shot ("
                    + test.questionSet().name()
                    + ")",
                test.questionSet().describeSizes()
                    + ". By late interaction alone, and by the mean of its and "
                    + encoder
                    + "'s scores, both as standard scores. "
                    + SIGNIFICANCE_NOTE,
                List.of());
    SequencedMap<String, Path> logs = new LinkedHashMap<>();
    for (SourceVariant row : SourceVariant.values()) {
      logs.put(row.label(), session.runner().logFile(row.key()));
    }
    return new PaperResult(
        "xpr",
        "XPR (Chen et al. 2020): sources of relevance, from " + session.baseName(),
        settings,
        List.of(table, PrecisionComparison.table(rows, columns.sequencedValues())),
        (result, report) -> {
          writeTables(result, report);
          writeCurves("Late-interaction training", logs, report);
        });
  }

  private PaperTable table(
      String name,
      String caption,
      String note,
      MixedLanguageTestSet test,
      SequencedMap<String, SystemMeasurements> measured) {
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    for (String column : XprMeasures.COLUMNS.keySet()) {
      columns.put(column, XprMeasures.key(test, column));
    }
    return new BaselineComparison(measured, columns, session.options().seed())
        .toTable(
            name,
            caption + " (" + test.questionSet().name() + ")",
            test.questionSet().describeSizes() + ". " + note + SIGNIFICANCE_NOTE,
            published
                ? PublishedFigures.of(XprPaper.class).rows(name, columns.keySet())
                : List.of());
  }

  /** Returns the effect of the languages of query and passage. */
  private PaperTable languages(
      SequencedMap<String, SystemMeasurements> rows,
      SequencedMap<String, SystemMeasurements> elsewhere) {
    List<String> columns =
        data.tests().stream()
            .flatMap(
                test ->
                    Stream.of(XprMeasures.MRR_SAME_LANGUAGE, XprMeasures.MRR_OTHER_LANGUAGE)
                        .map(column -> XprMeasures.key(test, column)))
            .toList();
    List<PaperTable.Row> lines = new ArrayList<>();
    rows.forEach(
        (name, inDomain) -> {
          SystemMeasurements figures = elsewhere.getOrDefault(name, inDomain);
          SequencedMap<String, Double> cells = new LinkedHashMap<>();
          columns.stream()
              .filter(figures::has)
              .filter(column -> hasQueries(figures, column))
              .forEach(column -> cells.put(column, figures.macroAverage(column)));
          lines.add(PaperTable.Row.of(name, cells));
        });
    return new PaperTable(
        "languages",
        "MRR of queries whose relevant passage is in their language, and of the others",
        "Queries with relevant passages in both languages are excluded.",
        columns,
        lines);
  }

  private static boolean hasQueries(SystemMeasurements figures, String column) {
    return figures.queryValues(column).values().stream().allMatch(of -> of.length > 0);
  }

  private static void writeTables(PaperResult result, HtmlReport report) {
    report.section("Tables");
    for (PaperTable table : result.tables()) {
      PaperResult.addTo(table, report);
      if (table.columns().containsAll(XprMeasures.COLUMNS.keySet())) {
        report.figure(barChart(table));
      }
    }
  }

  private static void writeCurves(
      String heading, SequencedMap<String, Path> logs, HtmlReport report) {
    report.section(heading);
    TrainingCharts.add(report, logs, "Share of queries whose first passage is relevant", "acc@1");
  }

  /** Returns the six trained systems of table 3, and all of table 4 with the published ones. */
  private static BarChart barChart(PaperTable table) {
    BarChart chart = new BarChart(table.caption(), table.columns());
    table.rows().stream()
        .limit(MAX_BARS)
        .forEach(
            row ->
                chart.series(
                    row.published().isEmpty() ? row.name() : row.name() + ", published",
                    table.columns().stream()
                        .mapToDouble(column -> row.cells().get(column).value())
                        .toArray()));
    return chart;
  }
}
