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
import org.isogloss.cli.console.Console;
import org.isogloss.cli.console.IsoglossVersion;
import org.isogloss.core.ScoreProbability;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.probability.JudgedTexts;
import org.isogloss.measure.probability.ReliabilityCurve;
import org.isogloss.measure.probability.ScoredJudgement;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.LineChart;

/**
 * How well the probabilities of a re-ranker hold in an index, and its presentation.
 *
 * @param reranker name of the re-ranker
 * @param probability how its scores become probabilities
 * @param first probabilities of the first texts of queries
 * @param all probabilities of the texts of the first {@value #DEPTH} hits of queries
 */
record Reliability(
    String reranker,
    ScoreProbability probability,
    List<ScoredJudgement> first,
    List<ScoredJudgement> all) {
  /** Number of hits of each query whose probabilities are measured. */
  static final int DEPTH = 10;

  /**
   * Converts scores to probabilities.
   *
   * @param judged the judged texts of each query
   * @param ofQuery the conversion of each query
   */
  static Reliability of(
      String reranker,
      ScoreProbability probability,
      List<JudgedTexts> judged,
      List<ScoreProbability> ofQuery) {
    List<ScoredJudgement> first = new ArrayList<>();
    List<ScoredJudgement> all = new ArrayList<>();
    for (int i = 0; i < judged.size(); i++) {
      List<ScoredJudgement> converted = judged.get(i).probabilities(ofQuery.get(i));
      first.add(converted.getFirst());
      all.addAll(converted);
    }
    return new Reliability(reranker, probability, first, all);
  }

  private ReliabilityCurve curve() {
    return ReliabilityCurve.of(first, ReliabilityCurve.DEFAULT_BINS);
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
    rows.put("re-ranker", reranker);
    rows.put(
        "probability",
        String.format(
            Locale.ROOT,
            "slope %.3f, %sintercept %.3f, size weight %.2f",
            probability.slope(),
            probability.alternative().isPresent()
                ? String.format(
                    Locale.ROOT, "alternative %.3f, ", probability.alternative().getAsDouble())
                : "",
            probability.intercept(),
            probability.sizeWeight()));
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
    root.put("reranker", reranker);
    root.put("slope", probability.slope());
    root.put("intercept", probability.intercept());
    root.put("size_weight", probability.sizeWeight());
    probability.alternative().ifPresent(score -> root.put("alternative", score));
    root.put("queries", first.size());
    root.put("calibration_error_first", errorOfFirst());
    root.put("calibration_error_first_" + DEPTH, errorOfAll());
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
    HtmlReport page = new HtmlReport("Probabilities of " + reranker);
    page.paragraph(
        String.format(
            Locale.ROOT,
            "The first hits of %s queries in %d bins of equal size, by their probability. Expected"
                + " calibration error: %.3f.",
            Console.formatCount(first.size()),
            curve.bins().size(),
            curve.expectedCalibrationError()));
    page.figure(LineChart.of("Reliability", curve));
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("index", index.toString());
    facts.put("re-ranker", reranker);
    facts.put("version", IsoglossVersion.version());
    return page.provenance(facts);
  }
}
