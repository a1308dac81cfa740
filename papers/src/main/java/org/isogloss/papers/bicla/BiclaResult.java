// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.stats.PairedTTest;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.MacroAverageSignificance;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;

/** The result of BiCLA's experiments: tables 2 to 5 of the paper, and further ones. */
public final class BiclaResult {
  /** The pair of the curve over training pairs, and of the picture of attention. */
  static final BiclaPairName CURVE_PAIR = BiclaPairName.DE_EN;

  private static final String TEST =
      "MAP; each sentence has one relevant sentence. p: two-tailed paired t-test over the average"
          + " precisions of a test set, corrected by Holm over the table.";

  private final int maxPairs;
  private final SequencedMap<String, SystemMeasurements> untrained;
  private final Map<BiclaPairName, SystemMeasurements> bicla;
  private final Map<BiclaPairName, SystemMeasurements> inatt;
  private final SequencedMap<Integer, SystemMeasurements> curve;
  private final List<BiclaEnsemble> ensembles;
  private final Path attention;
  private final Map<BiclaVariant, SequencedMap<String, Path>> logs;
  private final PaperResult result;

  /**
   * Creates a result.
   *
   * @param maxPairs maximum number of training pairs of the main rows
   * @param curve rows with fewer training pairs, by their maximum number
   */
  BiclaResult(
      SequencedMap<String, String> settings,
      int maxPairs,
      SequencedMap<String, SystemMeasurements> untrained,
      Map<BiclaPairName, SystemMeasurements> bicla,
      Map<BiclaPairName, SystemMeasurements> inatt,
      SequencedMap<Integer, SystemMeasurements> curve,
      List<BiclaEnsemble> ensembles,
      Path attention,
      Map<BiclaVariant, SequencedMap<String, Path>> logs) {
    this.maxPairs = maxPairs;
    this.untrained = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(untrained));
    this.bicla = Map.copyOf(bicla);
    this.inatt = Map.copyOf(inatt);
    this.curve = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(curve));
    this.ensembles = List.copyOf(ensembles);
    this.attention = attention;
    this.logs = Map.copyOf(logs);
    this.result =
        new PaperResult(
            "bicla",
            "BiCLA: mate sentence retrieval and zero-shot language transfer",
            settings,
            List.of(base(), ensembles(), transfer(), transferEnsembles(), encoders(), curve()));
  }

  /** Returns all tables and the settings of the run. */
  public PaperResult result() {
    return result;
  }

  /** Returns a page with tables, curves, heat maps and a picture of attention. */
  public HtmlReport toReport() {
    return BiclaReport.of(this, attention, logs);
  }

  static String trainedOn(BiclaPairName pair) {
    return "trained on " + pair.label();
  }

  private static List<String> columns() {
    return Arrays.stream(BiclaPairName.values()).map(BiclaPairName::label).toList();
  }

  /** The average precisions of a row, by test set. */
  private record Row(String name, SequencedMap<String, double[]> values) {}

  private static Row row(
      String name, String system, Map<BiclaPairName, SystemMeasurements> byPair) {
    SequencedMap<String, double[]> values = new LinkedHashMap<>();
    for (BiclaPairName pair : BiclaPairName.values()) {
      values.put(pair.label(), byPair.get(pair).values().get(system).get(pair.label()));
    }
    return new Row(name, values);
  }

  /** A row of a system on all test sets. */
  private static Row row(String name, String system, SystemMeasurements measured) {
    SequencedMap<String, double[]> values = new LinkedHashMap<>();
    for (String pair : columns()) {
      values.put(pair, measured.values().get(system).get(pair));
    }
    return new Row(name, values);
  }

  /** Compares rows with the first one. */
  private static List<PaperTable.Row> compare(List<Row> rows) {
    SequencedMap<String, double[]> baseline = rows.getFirst().values();
    List<Double> raw = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      boolean first = i == 0;
      rows.get(i)
          .values()
          .forEach(
              (pair, values) ->
                  raw.add(first ? Double.NaN : PairedTTest.of(baseline.get(pair), values).p()));
    }
    List<Double> corrected = MacroAverageSignificance.holmCorrected(raw);
    List<PaperTable.Row> compared = new ArrayList<>();
    int at = 0;
    for (Row row : rows) {
      SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
      for (Map.Entry<String, double[]> one : row.values().entrySet()) {
        double map = Arrays.stream(one.getValue()).average().orElse(0);
        cells.put(one.getKey(), new PaperTable.Cell(map, corrected.get(at++)));
      }
      compared.add(PaperTable.Row.measured(row.name(), cells));
    }
    return compared;
  }

  private PaperTable table(String name, String caption, List<Row> rows) {
    List<PaperTable.Row> all = new ArrayList<>(compare(rows));
    all.addAll(PublishedFigures.of(BiclaPaper.class).rows(name, columns()));
    return new PaperTable(name, caption, TEST, columns(), all);
  }

  private PaperTable base() {
    List<Row> rows = new ArrayList<>();
    rows.add(row("BiCLA", BiclaEnsemble.BICLA, bicla));
    rows.add(row("InAtt", BiclaVariant.INATT.label(), inatt));
    for (String system : List.of(BiclaEnsemble.TBT, BiclaEnsemble.AGG, "QLM")) {
      rows.add(row(system, system, untrained.get(system)));
    }
    return table("mates", "Mate retrieval (table 2)", rows);
  }

  private PaperTable ensembles() {
    List<Row> rows = new ArrayList<>();
    rows.add(row("BiCLA", BiclaEnsemble.BICLA, bicla));
    for (BiclaEnsemble ensemble : BiclaEnsemble.PAPER) {
      rows.add(row(ensemble.label(), ensemble.label(), bicla));
    }
    return table("ensembles", "Ensembles by interpolated ranks (table 3)", rows);
  }

  private PaperTable transfer() {
    return table(
        "transfer",
        "Zero-shot language transfer of BiCLA (table 4)",
        transferRows(BiclaEnsemble.BICLA));
  }

  private PaperTable transferEnsembles() {
    return table(
        "transfer_ensembles",
        "Zero-shot language transfer of " + BiclaEnsemble.TRANSFER.label() + " (table 5)",
        transferRows(BiclaEnsemble.TRANSFER.label()));
  }

  private List<Row> transferRows(String system) {
    List<Row> rows = new ArrayList<>();
    rows.add(row(BiclaEnsemble.AGG, BiclaEnsemble.AGG, untrained.get(BiclaEnsemble.AGG)));
    for (BiclaPairName pair : BiclaPairName.values()) {
      rows.add(row(trainedOn(pair), system, bicla.get(pair)));
    }
    return rows;
  }

  /** Encoders alone and with BiCLA, and the time of each system. */
  private PaperTable encoders() {
    List<Row> rows = new ArrayList<>();
    rows.add(row("BiCLA", BiclaEnsemble.BICLA, bicla));
    List<String> times = new ArrayList<>();
    double seconds =
        bicla.values().stream()
            .mapToDouble(one -> one.figures().get(BiclaEvaluation.SECONDS).get(BiclaEnsemble.BICLA))
            .average()
            .orElse(0);
    times.add(String.format(Locale.ROOT, "BiCLA %.1f", seconds));
    untrained.forEach(
        (name, measured) ->
            times.add(
                String.format(
                    Locale.ROOT,
                    "%s %.1f",
                    name,
                    measured.figures().get(BiclaEvaluation.SECONDS).get(name))));
    for (String name : untrained.keySet()) {
      if (!List.of("QLM", BiclaEnsemble.AGG, BiclaEnsemble.TBT).contains(name)) {
        rows.add(row(name, name, untrained.get(name)));
        for (BiclaEnsemble ensemble : ensembles) {
          if (ensemble.systems().getFirst().equals(name)) {
            rows.add(row(ensemble.label(), ensemble.label(), bicla));
          }
        }
      }
    }
    return new PaperTable(
        "encoders",
        "Encoders alone and interpolated with BiCLA",
        TEST + " Seconds to encode and score all six test sets: " + String.join(", ", times) + ".",
        columns(),
        compare(rows));
  }

  private PaperTable curve() {
    List<PaperTable.Row> rows = new ArrayList<>();
    SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
    curvePoints().forEach((pairs, map) -> cells.put(pairs + " pairs", PaperTable.Cell.of(map)));
    rows.add(PaperTable.Row.measured("BiCLA, " + CURVE_PAIR.label(), cells));
    return new PaperTable(
        "curve",
        "MAP over the number of training pairs, with the same number of steps",
        "MAP.",
        List.copyOf(cells.keySet()),
        rows);
  }

  /** Returns MAP of {@link #CURVE_PAIR} by the maximum number of training pairs. */
  SequencedMap<Integer, Double> curvePoints() {
    SequencedMap<Integer, Double> points = new LinkedHashMap<>();
    curve.forEach(
        (pairs, measured) ->
            points.put(pairs, measured.partMeans(BiclaEnsemble.BICLA).get(CURVE_PAIR.label())));
    points.put(
        maxPairs, bicla.get(CURVE_PAIR).partMeans(BiclaEnsemble.BICLA).get(CURVE_PAIR.label()));
    return points;
  }

  /** Returns MAP of a system trained on each pair (rows) on each test set (columns). */
  double[][] transferMatrix(String system) {
    BiclaPairName[] pairs = BiclaPairName.values();
    double[][] matrix = new double[pairs.length][pairs.length];
    for (int i = 0; i < pairs.length; i++) {
      Map<String, Double> means = bicla.get(pairs[i]).partMeans(system);
      for (int j = 0; j < pairs.length; j++) {
        matrix[i][j] = means.get(pairs[j].label());
      }
    }
    return matrix;
  }
}
