// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.isogloss.measure.report.HeatMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.LineChart;
import org.isogloss.measure.stats.PairedTTest;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.MacroAverageSignificance;
import org.isogloss.papers.experiment.PublishedFigures;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;

/** The tables and the report of BiCLA: tables 2 to 5 of the paper, and further ones. */
final class BiclaTables {
  private static final String TEST =
      "MAP; each sentence has one relevant sentence. p: two-tailed paired t-test over the average"
          + " precisions of a test set, corrected by Holm over the table.";
  private static final List<String> PAIRS =
      Arrays.stream(BiclaPairName.values()).map(BiclaPairName::label).toList();

  private final BiclaSetup setup;
  private final SequencedMap<String, SystemMeasurements> untrained;
  private final Map<BiclaPairName, SystemMeasurements> bicla;
  private final Map<BiclaPairName, SystemMeasurements> inatt;
  private final SequencedMap<Integer, SystemMeasurements> curve;
  private final List<BiclaEnsemble> ensembles;

  /**
   * Creates the tables.
   *
   * @param curve BiCLA on {@link BiclaPaper#CURVE_PAIR} by the maximum number of training pairs
   */
  BiclaTables(
      BiclaSetup setup,
      SequencedMap<String, SystemMeasurements> untrained,
      Map<BiclaPairName, SystemMeasurements> bicla,
      Map<BiclaPairName, SystemMeasurements> inatt,
      SequencedMap<Integer, SystemMeasurements> curve,
      List<BiclaEnsemble> ensembles) {
    this.setup = setup;
    this.untrained = untrained;
    this.bicla = bicla;
    this.inatt = inatt;
    this.curve = curve;
    this.ensembles = ensembles;
  }

  PaperResult toResult(SequencedMap<String, String> settings, BiclaTrainer models) {
    String transfer = BiclaEnsemble.TRANSFER.label();
    return new PaperResult(
        "bicla",
        "BiCLA: mate sentence retrieval and zero-shot language transfer",
        settings,
        List.of(
            mates(),
            ensembles(),
            table(
                "transfer",
                "Zero-shot language transfer of BiCLA (table 4)",
                TEST,
                transferRows(BiclaEnsemble.BICLA)),
            table(
                "transfer_ensembles",
                "Zero-shot language transfer of " + transfer + " (table 5)",
                TEST,
                transferRows(transfer)),
            encoders(),
            curve()),
        (result, report) -> writeReport(result, report, models));
  }

  /** Returns the average precisions of a system by test set, trained on the pair of each. */
  private static SequencedMap<String, double[]> ownPairs(
      String system, Map<BiclaPairName, SystemMeasurements> byPair) {
    SequencedMap<String, double[]> values = new LinkedHashMap<>();
    for (BiclaPairName pair : BiclaPairName.values()) {
      values.put(pair.label(), byPair.get(pair).values().get(system).get(pair.label()));
    }
    return values;
  }

  /** Returns the average precisions of one system by test set. */
  private static SequencedMap<String, double[]> allPairs(
      String system, SystemMeasurements measured) {
    SequencedMap<String, double[]> values = new LinkedHashMap<>();
    PAIRS.forEach(pair -> values.put(pair, measured.values().get(system).get(pair)));
    return values;
  }

  /** Compares rows with the first one. */
  private static PaperTable table(
      String name,
      String caption,
      String note,
      SequencedMap<String, SequencedMap<String, double[]>> rows) {
    Map<String, double[]> baseline = rows.firstEntry().getValue();
    List<Double> raw = new ArrayList<>();
    rows.values()
        .forEach(
            row ->
                row.forEach(
                    (pair, values) ->
                        raw.add(
                            row == baseline
                                ? Double.NaN
                                : PairedTTest.of(baseline.get(pair), values).p())));
    Iterator<Double> corrected = MacroAverageSignificance.holmCorrected(raw).iterator();
    List<PaperTable.Row> compared = new ArrayList<>();
    rows.forEach(
        (system, row) -> {
          SequencedMap<String, PaperTable.Cell> cells = new LinkedHashMap<>();
          row.forEach(
              (pair, values) ->
                  cells.put(
                      pair,
                      new PaperTable.Cell(
                          Arrays.stream(values).average().orElse(0), corrected.next())));
          compared.add(PaperTable.Row.measured(system, cells));
        });
    compared.addAll(PublishedFigures.of(BiclaPaper.class).rows(name, PAIRS));
    return new PaperTable(name, caption, note, PAIRS, compared);
  }

  private SequencedMap<String, SequencedMap<String, double[]>> rowsFromBicla() {
    SequencedMap<String, SequencedMap<String, double[]>> rows = new LinkedHashMap<>();
    rows.put("BiCLA", ownPairs(BiclaEnsemble.BICLA, bicla));
    return rows;
  }

  private PaperTable mates() {
    SequencedMap<String, SequencedMap<String, double[]>> rows = rowsFromBicla();
    rows.put("InAtt", ownPairs(BiclaVariant.INATT.label(), inatt));
    for (String system : List.of(BiclaEnsemble.TBT, BiclaEnsemble.AGG, "QLM")) {
      rows.put(system, allPairs(system, untrained.get(system)));
    }
    return table("mates", "Mate retrieval (table 2)", TEST, rows);
  }

  private PaperTable ensembles() {
    SequencedMap<String, SequencedMap<String, double[]>> rows = rowsFromBicla();
    for (BiclaEnsemble ensemble : BiclaEnsemble.PAPER) {
      rows.put(ensemble.label(), ownPairs(ensemble.label(), bicla));
    }
    return table("ensembles", "Ensembles by interpolated ranks (table 3)", TEST, rows);
  }

  private SequencedMap<String, SequencedMap<String, double[]>> transferRows(String system) {
    SequencedMap<String, SequencedMap<String, double[]>> rows = new LinkedHashMap<>();
    rows.put(BiclaEnsemble.AGG, allPairs(BiclaEnsemble.AGG, untrained.get(BiclaEnsemble.AGG)));
    for (BiclaPairName pair : BiclaPairName.values()) {
      rows.put("trained on " + pair.label(), allPairs(system, bicla.get(pair)));
    }
    return rows;
  }

  private static double seconds(SystemMeasurements measured, String system) {
    return measured.figures().get(BiclaEvaluation.SECONDS).get(system);
  }

  /** Encoders alone and with BiCLA, and the time of each system. */
  private PaperTable encoders() {
    SequencedMap<String, SequencedMap<String, double[]>> rows = rowsFromBicla();
    SequencedMap<String, Double> times = new LinkedHashMap<>();
    times.put(
        "BiCLA",
        bicla.values().stream()
            .mapToDouble(one -> seconds(one, BiclaEnsemble.BICLA))
            .average()
            .orElse(0));
    untrained.forEach((name, measured) -> times.put(name, seconds(measured, name)));
    for (String name : untrained.keySet()) {
      if (!List.of("QLM", BiclaEnsemble.AGG, BiclaEnsemble.TBT).contains(name)) {
        rows.put(name, allPairs(name, untrained.get(name)));
        for (BiclaEnsemble ensemble : ensembles) {
          if (ensemble.systems().getFirst().equals(name)) {
            rows.put(ensemble.label(), ownPairs(ensemble.label(), bicla));
          }
        }
      }
    }
    String shown =
        times.entrySet().stream()
            .map(one -> String.format(Locale.ROOT, "%s %.1f", one.getKey(), one.getValue()))
            .collect(Collectors.joining(", "));
    return table(
        "encoders",
        "Encoders alone and interpolated with BiCLA",
        TEST + " Seconds to encode and score all six test sets: " + shown + ".",
        rows);
  }

  private PaperTable curve() {
    SequencedMap<String, Double> cells = new LinkedHashMap<>();
    curvePoints().forEach((pairs, map) -> cells.put(pairs + " pairs", map));
    return new PaperTable(
        "curve",
        "MAP over the number of training pairs, with the same number of steps",
        "MAP.",
        List.copyOf(cells.keySet()),
        List.of(PaperTable.Row.of("BiCLA, " + BiclaPaper.CURVE_PAIR.label(), cells)));
  }

  /** Returns MAP by the maximum number of training pairs. */
  private SequencedMap<Integer, Double> curvePoints() {
    SequencedMap<Integer, Double> points = new LinkedHashMap<>();
    curve.forEach(
        (pairs, measured) ->
            points.put(
                pairs, measured.partMeans(BiclaEnsemble.BICLA).get(BiclaPaper.CURVE_PAIR.label())));
    return points;
  }

  private void writeReport(PaperResult result, HtmlReport report, BiclaTrainer models) {
    report.section("Mate retrieval");
    result.addTable("mates", report);
    report.section("Ensembles");
    result.addTable("ensembles", report);
    report.section("Zero-shot language transfer");
    report.figure(transferMatrix("BiCLA, MAP", BiclaEnsemble.BICLA));
    result.addTable("transfer", report);
    String ensemble = BiclaEnsemble.TRANSFER.label();
    report.figure(transferMatrix(ensemble + ", MAP", ensemble));
    result.addTable("transfer_ensembles", report);
    report.section("Encoders");
    result.addTable("encoders", report);
    report.section("Training pairs");
    result.addTable("curve", report);
    SequencedMap<Integer, Double> points = curvePoints();
    report.figure(
        new LineChart(
                "MAP of " + BiclaPaper.CURVE_PAIR.label() + " over training pairs", "pairs", "MAP")
            .series(
                "BiCLA",
                points.keySet().stream().mapToDouble(Integer::doubleValue).toArray(),
                points.values().stream().mapToDouble(Double::doubleValue).toArray()));
    int pairs = setup.sizes().count("pairs");
    for (BiclaVariant variant : BiclaVariant.values()) {
      report.section("Training of " + variant.label());
      SequencedMap<String, Path> logs = new LinkedHashMap<>();
      for (BiclaPairName pair : BiclaPairName.values()) {
        logs.put(
            pair.label(),
            setup.runner().logFile(models.name(new BiclaTrainer.Training(variant, pair, pairs))));
      }
      TrainingCharts.add(report, logs, "Negated hinge loss on held-out pairs", "score");
    }
    report.section("Attention");
    report.figure(BiclaAttention.read(setup.attentionFile()).draw());
  }

  /** Returns MAP of a system trained on each pair (rows) on each test set (columns). */
  private HeatMap transferMatrix(String caption, String system) {
    double[][] matrix = new double[PAIRS.size()][];
    for (BiclaPairName pair : BiclaPairName.values()) {
      Map<String, Double> means = bicla.get(pair).partMeans(system);
      matrix[PAIRS.indexOf(pair.label())] = PAIRS.stream().mapToDouble(means::get).toArray();
    }
    return new HeatMap(caption, PAIRS, PAIRS, matrix)
        .axes("trained on", "test set")
        .scale(0, 1)
        .decimals(3);
  }
}
