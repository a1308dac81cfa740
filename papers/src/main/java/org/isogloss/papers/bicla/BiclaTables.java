// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.bicla;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.isogloss.measure.report.HeatMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.LineChart;
import org.isogloss.papers.PaperResult;
import org.isogloss.papers.PaperTable;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.PaperTables;
import org.isogloss.papers.experiment.SignificanceTest;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.papers.experiment.TrainingCharts;

/** The tables and the report of BiCLA: tables 2 to 5 of the paper, and further ones. */
final class BiclaTables {
  private static final List<String> PAIRS =
      Arrays.stream(BiclaPairName.values()).map(BiclaPairName::label).toList();

  private final ExperimentRunner runner;
  private final SequencedMap<String, SystemMeasurements> untrained;
  private final Map<BiclaPairName, SystemMeasurements> bicla;
  private final Map<BiclaPairName, SystemMeasurements> inatt;
  private final SequencedMap<Integer, SystemMeasurements> curve;
  private final List<BiclaEnsemble> ensembles;
  private final PaperTables tables;

  /**
   * Creates the tables.
   *
   * @param inatt InAtt by pair; empty if it was not trained
   * @param curve BiCLA on {@link BiclaPaper#CURVE_PAIR} by the maximum number of training pairs
   */
  BiclaTables(
      ExperimentRunner runner,
      SequencedMap<String, SystemMeasurements> untrained,
      Map<BiclaPairName, SystemMeasurements> bicla,
      Map<BiclaPairName, SystemMeasurements> inatt,
      SequencedMap<Integer, SystemMeasurements> curve,
      List<BiclaEnsemble> ensembles) {
    this.runner = runner;
    this.untrained = untrained;
    this.bicla = bicla;
    this.inatt = inatt;
    this.curve = curve;
    this.ensembles = ensembles;
    this.tables =
        PaperTables.of(BiclaPaper.class, SignificanceTest.T_TEST, runner.options().seed())
            .with("ensemble", BiclaEnsemble.TRANSFER.label())
            .with("seconds", seconds());
  }

  PaperResult toResult(SequencedMap<String, String> settings, BiclaTrainer models) {
    List<PaperTable> results =
        new ArrayList<>(
            List.of(
                mates(),
                ensembles(),
                table("transfer", transferRows(BiclaEnsemble.BICLA)),
                table("transfer_ensembles", transferRows(BiclaEnsemble.TRANSFER.label())),
                encoders()));
    if (hasCurve()) {
      results.add(curve());
    }
    return new PaperResult(
        "bicla",
        "BiCLA: mate sentence retrieval and zero-shot language transfer",
        settings,
        results,
        (result, report) -> writeReport(result, report, models));
  }

  /** Returns the values of a system by test set, trained on the pair of each. */
  private static SystemMeasurements ownPairs(
      String system, Map<BiclaPairName, SystemMeasurements> byPair) {
    SystemMeasurements.Builder values = SystemMeasurements.builder();
    byPair.forEach(
        (pair, measured) ->
            values.values(
                pair.label(), pair.label(), measured.values().get(system).get(pair.label())));
    return values.build();
  }

  /** Returns the values of one system by test set. */
  private static SystemMeasurements allPairs(String system, SystemMeasurements measured) {
    SystemMeasurements.Builder values = SystemMeasurements.builder();
    PAIRS.forEach(pair -> values.values(pair, pair, measured.values().get(system).get(pair)));
    return values.build();
  }

  private PaperTable table(String name, SequencedMap<String, SystemMeasurements> rows) {
    return tables.compared(name, rows, PaperTables.columns(PAIRS));
  }

  private SequencedMap<String, SystemMeasurements> rowsFromBicla() {
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    rows.put("BiCLA", ownPairs(BiclaEnsemble.BICLA, bicla));
    return rows;
  }

  private PaperTable mates() {
    SequencedMap<String, SystemMeasurements> rows = rowsFromBicla();
    if (!inatt.isEmpty()) {
      rows.put("InAtt", ownPairs(BiclaVariant.INATT.label(), inatt));
    }
    for (String system : List.of(BiclaEnsemble.TBT, BiclaEnsemble.AGG, "QLM")) {
      rows.put(system, allPairs(system, untrained.get(system)));
    }
    return table("mates", rows);
  }

  private PaperTable ensembles() {
    SequencedMap<String, SystemMeasurements> rows = rowsFromBicla();
    for (BiclaEnsemble ensemble : BiclaEnsemble.PAPER) {
      rows.put(ensemble.label(), ownPairs(ensemble.label(), bicla));
    }
    return table("ensembles", rows);
  }

  private SequencedMap<String, SystemMeasurements> transferRows(String system) {
    SequencedMap<String, SystemMeasurements> rows = new LinkedHashMap<>();
    rows.put(BiclaEnsemble.AGG, allPairs(BiclaEnsemble.AGG, untrained.get(BiclaEnsemble.AGG)));
    for (BiclaPairName pair : BiclaPairName.values()) {
      rows.put("trained on " + pair.label(), allPairs(system, bicla.get(pair)));
    }
    return rows;
  }

  /** Returns encoders alone and with BiCLA. */
  private PaperTable encoders() {
    SequencedMap<String, SystemMeasurements> rows = rowsFromBicla();
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
    return table("encoders", rows);
  }

  /** Returns the seconds that each system takes for all test sets. */
  private String seconds() {
    SequencedMap<String, Double> times = new LinkedHashMap<>();
    times.put(
        "BiCLA",
        bicla.values().stream()
            .mapToDouble(one -> seconds(one, BiclaEnsemble.BICLA))
            .average()
            .orElse(0));
    untrained.forEach((name, measured) -> times.put(name, seconds(measured, name)));
    return times.entrySet().stream()
        .map(one -> String.format(Locale.ROOT, "%s %.1f", one.getKey(), one.getValue()))
        .collect(Collectors.joining(", "));
  }

  private static double seconds(SystemMeasurements measured, String system) {
    return measured.figures().get(BiclaEvaluation.SECONDS).get(system);
  }

  private PaperTable curve() {
    SequencedMap<String, Double> cells = new LinkedHashMap<>();
    curvePoints().forEach((pairs, map) -> cells.put(pairs + " pairs", map));
    SequencedMap<String, SequencedMap<String, Double>> rows = new LinkedHashMap<>();
    rows.put("BiCLA, " + BiclaPaper.CURVE_PAIR.label(), cells);
    return tables.figures("curve", rows);
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

  /** Returns whether models were trained on different numbers of pairs. */
  private boolean hasCurve() {
    return curve.size() > 1;
  }

  /** Returns MAP of a random order: one of the sentences is relevant. */
  private double chance() {
    int sentences =
        curve
            .firstEntry()
            .getValue()
            .queryValues(BiclaEnsemble.BICLA)
            .get(BiclaPaper.CURVE_PAIR.label())
            .length;
    return IntStream.rangeClosed(1, sentences).mapToDouble(rank -> 1.0 / rank).sum() / sentences;
  }

  private LineChart curveChart() {
    double chance = chance();
    SequencedMap<Integer, Double> points = curvePoints();
    return new LineChart(
            "MAP of " + BiclaPaper.CURVE_PAIR.label() + " over training pairs", "pairs", "MAP")
        .series(
            "BiCLA",
            points.keySet().stream().mapToDouble(Integer::doubleValue).toArray(),
            points.values().stream().mapToDouble(Double::doubleValue).toArray())
        .series("chance", ends(points.sequencedKeySet()), new double[] {chance, chance});
  }

  private static double[] ends(SequencedSet<Integer> values) {
    return new double[] {values.getFirst(), values.getLast()};
  }

  private void writeReport(PaperResult result, HtmlReport report, BiclaTrainer models) {
    result.addSection(report, "Mate retrieval", "mates");
    result.addSection(report, "Ensembles", "ensembles");
    report.section("Zero-shot language transfer");
    report.figure(transferMatrix("BiCLA, MAP", BiclaEnsemble.BICLA));
    result.addTable("transfer", report);
    String ensemble = BiclaEnsemble.TRANSFER.label();
    report.figure(transferMatrix(ensemble + ", MAP", ensemble));
    result.addTable("transfer_ensembles", report);
    result.addSection(report, "Encoders", "encoders");
    if (hasCurve()) {
      result.addSection(report, "Training pairs", "curve");
      report.figure(curveChart());
    }
    int pairs = runner.sizes().count("pairs");
    List<BiclaVariant> trained =
        inatt.isEmpty() ? List.of(BiclaVariant.BICLA) : List.of(BiclaVariant.values());
    for (BiclaVariant variant : trained) {
      report.section("Training of " + variant.label());
      SequencedMap<String, Path> logs =
          runner.logFiles(
              List.of(BiclaPairName.values()),
              BiclaPairName::label,
              pair -> models.name(new BiclaTrainer.Training(variant, pair, pairs)));
      TrainingCharts.add(
          report, logs, "Negated hinge loss on held-out pairs", "score", OptionalDouble.empty());
    }
    report.section("Attention");
    report.figure(BiclaAttention.read(BiclaPaper.attentionFile(runner)).draw());
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
