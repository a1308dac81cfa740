// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedSet;
import java.util.TreeSet;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.mining.scoring.Margin;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.BaselineComparison;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;

/**
 * The result of HICTL's experiments: the paper's comparison, the ablation, and the figures of each
 * language.
 */
public final class HictlResult {
  private static final String ABLATION_NOTE =
      "Each row was trained on the same text for the same number of steps. Tatoeba and NTREX:"
          + " accuracy; the number of sentences of a pool is in parentheses. XQuAD-R: mAP in the pool"
          + " of all languages, and the mean over the language"
          + " pairs. Mining: F1 at the best threshold, chosen on the same pairs. p: paired"
          + " randomisation over sentences or questions, which count once if they are the same in each"
          + " language, or over language pairs if a column is a mean of these,"
          + " corrected by Holm over the table.";

  private static final String PUBLISHED_TATOEBA = "Tatoeba Acc.";

  private final HictlSizes sizes;
  private final SequencedMap<HictlVariant, SystemMeasurements> measured;
  private final PaperResult result;
  private final Map<HictlVariant, Path> logs;

  /**
   * Arranges figures in tables.
   *
   * @param layers figures by the mean of a middle layer, by their labels; may be empty
   * @param tasks tables of fine-tuned tasks; may be empty
   */
  HictlResult(
      String base,
      HictlSizes sizes,
      SequencedMap<String, String> settings,
      SequencedMap<HictlVariant, SystemMeasurements> measured,
      SequencedMap<String, SystemMeasurements> layers,
      List<PaperTable> tasks,
      Map<HictlVariant, Path> logs) {
    this.sizes = sizes;
    this.measured = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(measured));
    this.logs = Map.copyOf(logs);
    List<PaperTable> tables = new ArrayList<>();
    tables.add(comparison(base, layers));
    tables.add(ablation(Long.parseLong(settings.get("seed"))));
    tables.addAll(tasks);
    tables.add(
        languages(
            "tatoeba",
            "Tatoeba: accuracy by language" + inPools(sizes.tatoebaQueries()),
            HictlEvaluation.TATOEBA));
    tables.add(
        languages(
            "ntrex",
            "NTREX: accuracy by language" + inPools(sizes.ntrexQueries()),
            HictlEvaluation.NTREX));
    tables.add(
        languages(
            "xquad_r",
            "XQuAD-R: mAP in the pool of all languages, by query language",
            HictlEvaluation.XQUAD_R));
    tables.add(
        languages(
            "xquad_r_pairs",
            "XQuAD-R: mAP by language pair, the query language first",
            HictlEvaluation.XQUAD_R_PAIRS));
    for (Margin margin : HictlMiningEvaluation.MARGINS) {
      tables.add(mining(margin));
    }
    this.result =
        new PaperResult(
            "hictl",
            "HICTL (Wei et al. 2021): universal representations across languages, from " + base,
            settings,
            tables);
  }

  /** Returns the tables. */
  public PaperResult result() {
    return result;
  }

  /** Writes a page with the tables, the curves of the trainings, and bars for each language. */
  public HtmlReport toReport() {
    return HictlReport.of(result, measured, logs);
  }

  private static SequencedMap<String, PaperTable.Cell> cells(Map<String, Double> figures) {
    SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
    figures.forEach((name, value) -> cells.put(name, PaperTable.Cell.of(value)));
    return cells;
  }

  /** Returns table 2 of the paper as far as it concerns retrieval. */
  private PaperTable comparison(String base, SequencedMap<String, SystemMeasurements> layers) {
    List<String> columns = List.of(PUBLISHED_TATOEBA, "BUCC F1", "hidden F1");
    List<PaperTable.Row> rows =
        new ArrayList<>(PublishedFigures.of(HictlPaper.class).rows("published", columns));
    rows.add(comparisonRow(base + ", not trained", measured.get(HictlVariant.NONE)));
    if (measured.containsKey(HictlVariant.HICTL)) {
      rows.add(comparisonRow(base + " + HICTL", measured.get(HictlVariant.HICTL)));
    }
    layers.forEach((label, figures) -> rows.add(comparisonRow(base + ", " + label, figures)));
    return new PaperTable(
        "published",
        "Sentence retrieval without fine-tuning, compared with published figures",
        "BUCC's files are not available: \"hidden F1\" is the same task on NTREX, and not"
            + " comparable with BUCC's figures. The published HICTL was trained on 80 million pairs,"
            + " the other published systems on none. Published figures of Tatoeba are those of pools"
            + " of up to 1,000 sentences, and of the mean of a middle layer.",
        columns,
        rows);
  }

  private PaperTable.Row comparisonRow(String name, SystemMeasurements figures) {
    Map<String, Double> cells = new LinkedHashMap<>();
    cells.put(PUBLISHED_TATOEBA, figures.macroAverage(HictlEvaluation.TATOEBA));
    cells.put("hidden F1", figures.macroAverage(f1(Margin.RATIO)));
    return PaperTable.Row.measured(name + inPools(sizes.tatoebaQueries()), cells(cells));
  }

  /** Returns the size of the pools of candidates, if it is limited. */
  private static String inPools(int size) {
    return size == HictlSizes.ALL ? "" : " (pools of at most " + size + ")";
  }

  private static String f1(Margin margin) {
    return HictlMiningEvaluation.figureName(margin, "f1");
  }

  /** Returns the columns of the ablation, and of which benchmark each is the average. */
  private SequencedMap<String, String> columns() {
    SequencedMap<String, String> columns = new LinkedHashMap<>();
    columns.put(limited("Tatoeba", sizes.tatoebaQueries()), HictlEvaluation.TATOEBA);
    columns.put("XQuAD-R mixed", HictlEvaluation.XQUAD_R);
    columns.put("XQuAD-R pairs", HictlEvaluation.XQUAD_R_PAIRS);
    columns.put(limited("NTREX", sizes.ntrexQueries()), HictlEvaluation.NTREX);
    columns.put("mining, ratio", f1(Margin.RATIO));
    columns.put("mining, distance", f1(Margin.DISTANCE));
    return columns;
  }

  private static String limited(String name, int size) {
    return size == HictlSizes.ALL ? name : name + " (" + size + ")";
  }

  private PaperTable ablation(long seed) {
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    measured.forEach((variant, figures) -> rows.put(variant.label(), figures));
    SequencedMap<String, String> columns = columns();
    return new PaperTable(
        "ablation",
        "Ablation",
        ABLATION_NOTE,
        List.copyOf(columns.keySet()),
        new BaselineComparison(rows, columns, HictlEvaluation.TRANSLATED, seed).toRows());
  }

  private PaperTable languages(String name, String caption, String benchmark) {
    List<String> columns = new ArrayList<>(List.of("average"));
    columns.addAll(parts(benchmark));
    List<PaperTable.Row> rows = new ArrayList<>();
    measured.forEach(
        (variant, figures) -> {
          Map<String, Double> cells = new LinkedHashMap<>();
          cells.put("average", figures.macroAverage(benchmark));
          cells.putAll(figures.partMeans(benchmark));
          rows.add(PaperTable.Row.measured(variant.label(), cells(cells)));
        });
    return new PaperTable(name, caption, "", columns, rows);
  }

  private SortedSet<String> parts(String benchmark) {
    return new TreeSet<>(measured.get(HictlVariant.NONE).partMeans(benchmark).keySet());
  }

  private PaperTable mining(Margin margin) {
    SortedSet<String> pairs = parts(f1(margin));
    List<String> columns = new ArrayList<>();
    for (String pair : pairs) {
      for (String figure : List.of("P", "R", "F1")) {
        columns.add(pair + " " + figure);
      }
    }
    List<PaperTable.Row> rows = new ArrayList<>();
    measured.forEach(
        (variant, figures) -> {
          Map<String, Double> cells = new LinkedHashMap<>();
          for (String pair : pairs) {
            cells.put(pair + " P", miningFigure(figures, margin, "precision", pair));
            cells.put(pair + " R", miningFigure(figures, margin, "recall", pair));
            cells.put(pair + " F1", miningFigure(figures, margin, "f1", pair));
          }
          rows.add(PaperTable.Row.measured(variant.label(), cells(cells)));
        });
    String by = margin.name().toLowerCase(Locale.ROOT);
    return new PaperTable(
        "mining_" + by,
        "Mining hidden pairs, margin by " + by + ", at the threshold with the best F1",
        "",
        columns,
        rows);
  }

  private static double miningFigure(
      SystemMeasurements figures, Margin margin, String figure, String pair) {
    return figures.partMeans(HictlMiningEvaluation.figureName(margin, figure)).get(pair);
  }
}
