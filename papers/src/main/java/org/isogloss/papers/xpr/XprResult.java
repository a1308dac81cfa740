// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.xpr;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.BaselineComparison;
import org.isogloss.papers.experiment.PrecisionComparison;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.xpr.mixture.MixedLanguageTestSet;

/** The result of XPR's experiments: tables 3 and 4 of the paper, or the table of sources. */
public final class XprResult {
  private static final String PUBLISHED_NOTE =
      "The published figures are of InsuranceQA: 1,625 queries, each with 500 candidates found by a"
          + " search engine. ";

  private static final String SIGNIFICANCE_NOTE =
      "p: paired randomisation over the queries, corrected by Holm over the table.";

  private final PaperResult result;
  private final SequencedMap<String, SequencedMap<String, Path>> logs;

  /**
   * The measurements.
   *
   * @param rows rows of table 3 by name
   * @param outOfDomain rows of table 4
   * @param published whether the paper's figures are for these languages
   * @param logs logs of the trainings
   */
  XprResult(
      String base,
      SequencedMap<String, String> settings,
      XprData data,
      SequencedMap<String, SystemMeasurements> rows,
      SequencedMap<String, SystemMeasurements> outOfDomain,
      boolean published,
      SequencedMap<String, SequencedMap<String, Path>> logs) {
    this.logs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(logs));
    long seed = Long.parseLong(settings.get("seed"));
    List<PaperTable> tables = new ArrayList<>();
    String domain = data.inDomain().questionSet().name();
    tables.add(
        table(
            "table3",
            "Table 3: in-domain re-ranking (" + domain + ")",
            "Candidates: "
                + data.relevance().candidates()
                + ". "
                + (published ? PUBLISHED_NOTE : ""),
            data.inDomain(),
            rows,
            published,
            seed));
    for (MixedLanguageTestSet test : data.outOfDomain()) {
      String name = test.questionSet().name();
      tables.add(
          table(
              "table4_" + name.toLowerCase(Locale.ROOT),
              "Table 4: zero-shot out-of-domain re-ranking (" + name + ")",
              "",
              test,
              outOfDomain,
              published,
              seed));
    }
    tables.add(languages(data, rows, outOfDomain));
    tables.add(PrecisionComparison.table(rows, figures(data)));
    this.result =
        new PaperResult(
            "xpr",
            "XPR (Chen et al. 2020): cross-lingual passage re-ranking, from " + base,
            settings,
            tables);
  }

  private XprResult(PaperResult result, SequencedMap<String, SequencedMap<String, Path>> logs) {
    this.result = result;
    this.logs = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(logs));
  }

  /**
   * The measurements of sources of relevance.
   *
   * @param rows rows by name, the encoder alone first
   */
  static XprResult ofSources(
      String base,
      String encoder,
      SequencedMap<String, String> settings,
      MixedLanguageTestSet test,
      SequencedMap<String, SystemMeasurements> rows,
      SequencedMap<String, Path> logs) {
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    for (String column : List.of(XprMeasures.ACC_1, XprMeasures.ACC_10, XprMeasures.MRR)) {
      columns.put(column, XprMeasures.key(test, column) + RerankingEvaluation.RERANKER_SUFFIX);
    }
    for (String column : List.of(XprMeasures.ACC_1, XprMeasures.ACC_10, XprMeasures.MRR)) {
      columns.put(
          column + " with " + encoder,
          XprMeasures.key(test, column) + RerankingEvaluation.INTERPOLATED_SUFFIX);
    }
    PaperTable table =
        new PaperTable(
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
            List.copyOf(columns.keySet()),
            new BaselineComparison(rows, columns, Long.parseLong(settings.get("seed"))).toRows());
    return new XprResult(
        new PaperResult(
            "xpr",
            "XPR (Chen et al. 2020): sources of relevance, from " + base,
            settings,
            List.of(table, PrecisionComparison.table(rows, columns.sequencedValues()))),
        new LinkedHashMap<>(Map.of("Late-interaction training", logs)));
  }

  private static PaperTable table(
      String name,
      String caption,
      String note,
      MixedLanguageTestSet test,
      SequencedMap<String, SystemMeasurements> measured,
      boolean published,
      long seed) {
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    for (String column : XprMeasures.COLUMNS.keySet()) {
      columns.put(column, XprMeasures.key(test, column));
    }
    List<PaperTable.Row> rows =
        new ArrayList<>(new BaselineComparison(measured, columns, seed).toRows());
    if (published) {
      rows.addAll(PublishedFigures.of(XprPaper.class).rows(name, columns.keySet()));
    }
    return new PaperTable(
        name,
        caption,
        test.questionSet().describeSizes() + ". " + note + SIGNIFICANCE_NOTE,
        List.copyOf(columns.keySet()),
        rows);
  }

  /** Returns the names of acc@1 and MRR of every test. */
  private static List<String> figures(XprData data) {
    return Stream.concat(Stream.of(data.inDomain()), data.outOfDomain().stream())
        .flatMap(
            test ->
                Stream.of(XprMeasures.ACC_1, XprMeasures.MRR)
                    .map(column -> XprMeasures.key(test, column)))
        .toList();
  }

  /** Returns the effect of the languages of query and passage. */
  private static PaperTable languages(
      XprData data,
      SequencedMap<String, SystemMeasurements> rows,
      SequencedMap<String, SystemMeasurements> elsewhere) {
    List<MixedLanguageTestSet> tests = new ArrayList<>(List.of(data.inDomain()));
    tests.addAll(data.outOfDomain());
    List<String> columns = new ArrayList<>();
    List<PaperTable.Row> lines = new ArrayList<>();
    for (MixedLanguageTestSet test : tests) {
      columns.add(XprMeasures.key(test, XprMeasures.MRR_SAME_LANGUAGE));
      columns.add(XprMeasures.key(test, XprMeasures.MRR_OTHER_LANGUAGE));
    }
    for (Map.Entry<String, SystemMeasurements> row : rows.entrySet()) {
      SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
      SystemMeasurements figures = elsewhere.getOrDefault(row.getKey(), row.getValue());
      for (String column : columns) {
        boolean any =
            figures.values().containsKey(column)
                && figures.values().get(column).values().stream().allMatch(of -> of.length > 0);
        if (any) {
          cells.put(column, PaperTable.Cell.of(figures.macroAverage(column)));
        }
      }
      lines.add(PaperTable.Row.measured(row.getKey(), cells));
    }
    return new PaperTable(
        "languages",
        "MRR of queries whose relevant passage is in their language, and of the others",
        "Queries with relevant passages in both languages are excluded.",
        columns,
        lines);
  }

  /** Returns the tables. */
  public PaperResult result() {
    return result;
  }

  /** Writes a page with the tables and the curves of the trainings. */
  public HtmlReport toReport() {
    return XprReport.of(result, logs);
  }
}
