// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.search;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.isogloss.cli.console.Console;
import org.isogloss.core.ScoreProbability;
import org.isogloss.core.json.ProbabilityJson;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.probability.JudgedTexts;
import org.isogloss.measure.probability.ReliabilityCurve;
import org.isogloss.measure.probability.ScoredJudgement;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.HtmlTable;
import org.isogloss.measure.report.LineChart;
import org.isogloss.measure.stats.ConfidenceInterval;

/**
 * How well the probabilities of hits hold in an index, and its presentation.
 *
 * @param scorer the model whose scores are converted
 * @param probability how its scores become probabilities
 * @param first probabilities of the first texts of queries
 * @param all probabilities of the texts of the first {@value #DEPTH} hits of queries
 * @param provenance models with their weights, date and version
 */
record Reliability(
    Scorer scorer,
    ScoreProbability probability,
    List<ScoredJudgement> first,
    List<ScoredJudgement> all,
    SequencedMap<String, String> provenance) {
  /** Number of hits of each query whose probabilities are measured. */
  static final int DEPTH = 10;

  private static final double LEVEL = 0.95;
  private static final long SEED = 1;

  /**
   * A model whose scores become probabilities.
   *
   * @param kind {@code re-ranker}, or {@code encoder} for the cosines of its vectors
   */
  record Scorer(String kind, String name) {}

  /**
   * Converts scores to probabilities.
   *
   * @param judged the judged texts of each query
   * @param ofQuery the conversion of each query
   * @param provenance models with their weights, date and version
   */
  static Reliability of(
      Scorer scorer,
      ScoreProbability probability,
      List<JudgedTexts> judged,
      List<ScoreProbability> ofQuery,
      SequencedMap<String, String> provenance) {
    List<ScoredJudgement> first = new ArrayList<>();
    List<ScoredJudgement> all = new ArrayList<>();
    for (int i = 0; i < judged.size(); i++) {
      List<ScoredJudgement> converted = judged.get(i).probabilities(ofQuery.get(i));
      first.add(converted.getFirst());
      all.addAll(converted);
    }
    return new Reliability(scorer, probability, first, all, provenance);
  }

  private ReliabilityCurve curve() {
    return ReliabilityCurve.of(first, ReliabilityCurve.DEFAULT_BINS);
  }

  /** Returns the interval of what the probabilities of first hits are too high by, on average. */
  private ConfidenceInterval excess() {
    double[] differences =
        first.stream().mapToDouble(hit -> hit.score() - (hit.relevant() ? 1 : 0)).toArray();
    return ConfidenceInterval.ofMean(differences, LEVEL, ConfidenceInterval.DEFAULT_SAMPLES, SEED);
  }

  private double meanExcess() {
    return first.stream()
        .mapToDouble(hit -> hit.score() - (hit.relevant() ? 1 : 0))
        .average()
        .orElse(0);
  }

  /** Returns a sentence that states whether the probabilities hold. */
  private String judgement() {
    ConfidenceInterval excess = excess();
    String verdict =
        excess.low() > 0 ? "are too high" : excess.high() < 0 ? "are too low" : "hold on average";
    return String.format(
        Locale.ROOT,
        "The probabilities of %s %s: those of the first hits differ from the share of relevant ones"
            + " by %+.3f (95 %% interval %+.3f to %+.3f), by %.3f within bins.",
        scorer.name(),
        verdict,
        meanExcess(),
        excess.low(),
        excess.high(),
        errorOfFirst());
  }

  private double errorOfFirst() {
    return curve().expectedCalibrationError();
  }

  private double errorOfAll() {
    return ReliabilityCurve.of(all, ReliabilityCurve.DEFAULT_BINS).expectedCalibrationError();
  }

  /** Returns the figures by their labels. */
  Map<String, String> rows() {
    Map<String, String> rows = new LinkedHashMap<>();
    rows.put(scorer.kind(), scorer.name());
    rows.put("probability", probability.summary());
    rows.put("queries", Console.formatCount(first.size()));
    rows.put(
        "relevant", Console.formatCount(first.stream().filter(ScoredJudgement::relevant).count()));
    rows.put(
        "error",
        String.format(
            Locale.ROOT,
            "%.3f of the first hits, %.3f of the first %d (expected calibration error)",
            errorOfFirst(),
            errorOfAll(),
            DEPTH));
    return rows;
  }

  /** Returns the bins of the first hits. */
  TextTable table() {
    TextTable table = new TextTable(List.of("first hits", "probability", "relevant"));
    for (ReliabilityCurve.Bin bin : curve().bins()) {
      table.row(
          List.of(
              Console.formatCount(bin.hits()),
              String.format(Locale.ROOT, "%.3f", bin.meanProbability()),
              String.format(Locale.ROOT, "%.3f", bin.relevantShare())));
    }
    return table;
  }

  ObjectNode toJson() {
    ObjectNode root = JsonNodeFactory.instance.objectNode();
    root.put(scorer.kind().replace("-", ""), scorer.name());
    ProbabilityJson.put(root, probability);
    root.put("queries", first.size());
    root.put("calibration_error_first", errorOfFirst());
    root.put("calibration_error_first_" + DEPTH, errorOfAll());
    ConfidenceInterval excess = excess();
    root.putObject("excess_first")
        .put("mean", meanExcess())
        .put("level", LEVEL)
        .put("low", excess.low())
        .put("high", excess.high());
    ObjectNode facts = root.putObject("provenance");
    provenance.forEach(facts::put);
    ArrayNode bins = root.putArray("bins");
    for (ReliabilityCurve.Bin bin : curve().bins()) {
      bins.addObject()
          .put("hits", bin.hits())
          .put("probability", bin.meanProbability())
          .put("relevant", bin.relevantShare());
    }
    return root;
  }

  /** Returns a page with a reliability diagram. */
  HtmlReport report(String index) {
    ReliabilityCurve curve = curve();
    HtmlReport page = new HtmlReport("Probabilities of " + scorer.name());
    page.judgement(judgement());
    page.paragraph(
        String.format(
            Locale.ROOT,
            "The first hits of %s queries in %d bins of equal size, by their probability. Expected"
                + " calibration error: %.3f.",
            Console.formatCount(first.size()),
            curve.bins().size(),
            curve.expectedCalibrationError()));
    page.figure(LineChart.of("Reliability", curve));
    HtmlTable table =
        new HtmlTable(
            "First hits by probability", List.of("probability", "relevant", "first hits"));
    for (ReliabilityCurve.Bin bin : curve.bins()) {
      table.row(
          List.of(
              String.format(Locale.ROOT, "%.3f", bin.meanProbability()),
              String.format(Locale.ROOT, "%.3f", bin.relevantShare()),
              Console.formatCount(bin.hits())));
    }
    page.figure(table);
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("index", index);
    facts.putAll(provenance);
    return page.provenance(facts);
  }
}
