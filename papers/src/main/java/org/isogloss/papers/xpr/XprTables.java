// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.isogloss.core.Language;
import org.isogloss.measure.report.BarChart;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.PaperTables;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.SignificanceTest;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;
import org.isogloss.papers.xpr.mixture.MixedLanguageTestSet;

/** The tables and reports of XPR: tables 3 and 4 of the paper, and the table of sources. */
final class XprTables {
  private static final Set<Language> PUBLISHED = Set.of(Language.of("en"), Language.of("zh"));

  /** Maximum number of systems with distinguishable colours. */
  private static final int MAX_BARS = 6;

  private final XprSession session;
  private final XprData data;

  /** The tables, whose published figures are of English and Chinese. */
  private final PaperTables tables;

  XprTables(XprSession session, XprData data) {
    this.session = session;
    this.data = data;
    boolean published =
        PUBLISHED.containsAll(List.of(session.languages().source(), session.languages().target()));
    PaperTables all = tables(session).with("candidates", data.relevance().candidates());
    this.tables =
        published
            ? all.with("published", "{insuranceqa} ")
            : all.with("published", "").withoutPublished();
  }

  private static PaperTables tables(XprSession session) {
    return PaperTables.of(XprPaper.class, SignificanceTest.RANDOMISATION, session.options().seed());
  }

  /**
   * Arranges measurements in tables.
   *
   * @param rows rows of table 3 by name
   * @param outOfDomain rows of table 4
   * @param pretraining accuracy of extended pre-training on its own task, if a row has it
   */
  PaperResult toResult(
      SequencedMap<String, String> settings,
      SequencedMap<String, SystemMeasurements> rows,
      SequencedMap<String, SystemMeasurements> outOfDomain,
      Optional<SystemMeasurements> pretraining) {
    List<PaperTable> results = new ArrayList<>();
    results.add(table("table3", data.inDomain(), rows));
    for (MixedLanguageTestSet test : data.outOfDomain()) {
      String name = "table4_" + test.questionSet().name().toLowerCase(Locale.ROOT);
      results.add(table(name, test, outOfDomain));
    }
    results.add(languages(rows, outOfDomain));
    pretraining.map(this::pretraining).ifPresent(results::add);
    List<String> figures =
        data.tests().stream()
            .flatMap(
                test ->
                    Stream.of(XprMeasures.ACC_1, XprMeasures.MRR)
                        .map(column -> XprMeasures.key(test, column)))
            .toList();
    PrecisionComparison.table(rows, figures).ifPresent(results::add);
    // One candidate of a validation query is relevant.
    OptionalDouble chance = OptionalDouble.of(1.0 / session.sizes().count("ranked"));
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
        results,
        (result, report) -> {
          writeTables(result, report);
          trainings.forEach(
              (heading, names) ->
                  writeCurves(
                      heading,
                      session.runner().logFiles(names, name -> name, name -> name),
                      report,
                      chance));
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
        of(tables(session), test)
            .with("encoder", encoder)
            .with("depth", RerankingEvaluation.RERANKING_DEPTH)
            .compared("sources", rows, columns);
    SequencedMap<String, Path> logs =
        session
            .runner()
            .logFiles(List.of(SourceVariant.values()), SourceVariant::label, SourceVariant::key);
    return new PaperResult(
        "xpr",
        "XPR (Chen et al. 2020): sources of relevance, from " + session.baseName(),
        settings,
        Stream.concat(
                Stream.of(table),
                PrecisionComparison.table(rows, columns.sequencedValues()).stream())
            .toList(),
        (result, report) -> {
          writeTables(result, report);
          writeCurves("Late-interaction training", logs, report, OptionalDouble.empty());
        });
  }

  private static PaperTables of(PaperTables tables, MixedLanguageTestSet test) {
    return tables
        .with("test", test.questionSet().name())
        .with("sizes", test.questionSet().describeSizes());
  }

  private PaperTable table(
      String name, MixedLanguageTestSet test, SequencedMap<String, SystemMeasurements> measured) {
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    for (String column : XprMeasures.COLUMNS.keySet()) {
      columns.put(column, XprMeasures.key(test, column));
    }
    return of(tables, test).compared(name, measured, columns);
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
    return tables.table("languages", columns, lines);
  }

  private PaperTable pretraining(SystemMeasurements measured) {
    SequencedMap<String, Double> cells = new LinkedHashMap<>();
    for (String column :
        List.of(
            XprMeasures.ACCURACY,
            XprMeasures.ACCURACY_ONE_LANGUAGE,
            XprMeasures.ACCURACY_TWO_LANGUAGES)) {
      cells.put(column, measured.macroAverage(column));
    }
    return tables.figures("xpi", new LinkedHashMap<>(Map.of(session.baseName() + "+XPI", cells)));
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
      String heading, SequencedMap<String, Path> logs, HtmlReport report, OptionalDouble chance) {
    report.section(heading);
    TrainingCharts.add(
        report, logs, "Share of queries whose first passage is relevant", "acc@1", chance);
  }

  /** Returns the six trained systems of table 3, and all of table 4 with the published ones. */
  private static BarChart barChart(PaperTable table) {
    BarChart chart = new BarChart(table.caption(), table.columns());
    Stream.of(true, false)
        .flatMap(here -> table.rows().stream().filter(row -> row.published().isEmpty() == here))
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
