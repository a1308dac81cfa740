// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.benchmarks.mining;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.isogloss.benchmarks.Benchmarks;
import org.isogloss.core.util.Margin;
import org.isogloss.data.LanguagePair;
import org.isogloss.measure.PrecisionRecallCurve;
import org.isogloss.measure.TextTable;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.mining.scoring.ThresholdEstimate;

/**
 * The result of a model in mining.
 *
 * @param model its name
 * @param pairResults results of each language pair
 */
public record MiningBenchmarkResult(
    String model, MiningBenchmarkOptions setting, List<PairResult> pairResults) {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /**
   * The result of one language pair.
   *
   * @param sourceLines sentences of the source language, with the hidden ones
   * @param targetLines sentences of the target language
   * @param hiddenPairs number of hidden pairs
   * @param curves precision and recall by each margin at every threshold
   * @param encodingTime time of encoding both sides
   * @param searchTime time of the neighbour search
   */
  public record PairResult(
      LanguagePair languages,
      int sourceLines,
      int targetLines,
      int hiddenPairs,
      Map<Margin, PrecisionRecallCurve> curves,
      Duration encodingTime,
      Duration searchTime) {
    public PairResult {
      requireNonNull(languages, "languages is null");
      requireNonNull(encodingTime, "encodingTime is null");
      requireNonNull(searchTime, "searchTime is null");
      curves = new EnumMap<>(curves);
    }

    /** Returns the point with the highest F1. */
    public PrecisionRecallCurve.Point bestF1Point(Margin margin) {
      return curves.get(margin).bestF1();
    }

    /**
     * Returns the point of the threshold that the distribution of the scores suggests, without
     * knowledge of the hidden pairs.
     *
     * @return empty if the scores do not separate translations from other pairs
     */
    public Optional<PrecisionRecallCurve.Point> proposedPoint(Margin margin) {
      List<PrecisionRecallCurve.Point> points = curves.get(margin).points();
      double[] scores = new double[points.getLast().retained()];
      for (int i = 1; i < points.size(); i++) {
        Arrays.fill(
            scores,
            points.get(i - 1).retained(),
            points.get(i).retained(),
            points.get(i).threshold());
      }
      return ThresholdEstimate.of(scores, margin)
          .filter(ThresholdEstimate::isReliable)
          .flatMap(
              proposed ->
                  points.stream()
                      .filter(point -> point.retained() == proposed.retained())
                      .findFirst());
    }

    /** Returns the languages as the files of test sets name them: {@code deu-eng}. */
    public String name() {
      return languages.source().alpha3() + "-" + languages.target().alpha3();
    }

    /** Returns the lines of both sides per second, from text to pairs. */
    public double linesPerSecond() {
      return (sourceLines + targetLines) / (encodingTime.plus(searchTime).toNanos() / 1e9);
    }
  }

  public MiningBenchmarkResult {
    requireNonNull(model, "model is null");
    requireNonNull(setting, "setting is null");
    pairResults = List.copyOf(pairResults);
  }

  /** Returns the mean over the languages of the highest F1 of a margin, 0 to 1. */
  public double averageF1(Margin margin) {
    return pairResults.stream()
        .mapToDouble(mined -> mined.bestF1Point(margin).f1())
        .average()
        .orElse(0);
  }

  /** Returns the summary figures: the average F1 of each margin. */
  public Map<String, Double> summary() {
    Map<String, Double> summary = new LinkedHashMap<>();
    for (Margin margin : List.of(Margin.RATIO, Margin.DISTANCE, Margin.COSINE)) {
      summary.put("f1_" + name(margin), averageF1(margin));
    }
    return summary;
  }

  static String name(Margin margin) {
    return margin.name().toLowerCase(Locale.ROOT);
  }

  /** Returns the text for a terminal. */
  public String toText() {
    TextTable table =
        new TextTable(
            List.of(
                model + ", k " + setting.options().neighbours(),
                "lines",
                "hidden",
                "margin",
                "threshold",
                "precision",
                "recall",
                "F1",
                "lines/s"));
    for (PairResult mined : pairResults) {
      for (Margin margin : List.of(Margin.RATIO, Margin.DISTANCE, Margin.COSINE)) {
        PrecisionRecallCurve.Point best = mined.bestF1Point(margin);
        boolean first = margin == Margin.RATIO;
        table.row(
            List.of(
                first ? mined.name() : "",
                first ? mined.sourceLines() + " " + mined.targetLines() : "",
                first ? String.valueOf(mined.hiddenPairs()) : "",
                name(margin),
                format(best.threshold()),
                format(best.precision()),
                format(best.recall()),
                format(best.f1()),
                first ? String.format(Locale.ROOT, "%.0f", mined.linesPerSecond()) : ""));
      }
      mined
          .proposedPoint(Margin.RATIO)
          .ifPresent(
              point ->
                  table.row(
                      List.of(
                          "",
                          "",
                          "",
                          "ratio, proposed",
                          format(point.threshold()),
                          format(point.precision()),
                          format(point.recall()),
                          format(point.f1()),
                          "")));
    }
    for (Margin margin : List.of(Margin.RATIO, Margin.DISTANCE, Margin.COSINE)) {
      String name = margin == Margin.RATIO ? "average" : "";
      String f1 = format(averageF1(margin));
      table.row(List.of(name, "", "", name(margin), "", "", "", f1, ""));
    }
    return table.toString();
  }

  static String format(double figure) {
    return String.format(Locale.ROOT, "%.4f", figure);
  }

  /** Returns one JSON object on several lines. */
  public String toJson() {
    ObjectNode root = MAPPER.createObjectNode();
    root.put("benchmark", Benchmarks.MINING);
    root.put("model", model);
    root.put("neighbours", setting.options().neighbours());
    root.put("selection", setting.selection().name().toLowerCase(Locale.ROOT));
    root.put("others", setting.backgroundSentences());
    root.put("seed", setting.seed());
    ObjectNode measures = root.putObject("measures");
    summary().forEach(measures::put);
    ObjectNode pairs = root.putObject("pairs");
    for (PairResult mined : pairResults) {
      ObjectNode node = pairs.putObject(mined.name());
      node.put("source_lines", mined.sourceLines());
      node.put("target_lines", mined.targetLines());
      node.put("hidden", mined.hiddenPairs());
      node.put("encoding_seconds", mined.encodingTime().toNanos() / 1e9);
      node.put("search_seconds", mined.searchTime().toNanos() / 1e9);
      node.put("lines_per_second", mined.linesPerSecond());
      for (Margin margin : Margin.values()) {
        PrecisionRecallCurve.Point best = mined.bestF1Point(margin);
        put(node.putObject(name(margin)), best);
      }
      mined
          .proposedPoint(Margin.RATIO)
          .ifPresent(point -> put(node.putObject("ratio_proposed"), point));
    }
    try {
      return MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(root);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void put(ObjectNode node, PrecisionRecallCurve.Point point) {
    node.put("threshold", point.threshold())
        .put("kept", point.retained())
        .put("precision", point.precision())
        .put("recall", point.recall())
        .put("f1", point.f1());
  }

  /** Returns a page with the curve of every language and margin. */
  public HtmlReport toReport() {
    return MiningBenchmarkReport.of(this);
  }
}
