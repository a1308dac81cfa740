// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.OptionalDouble;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.LineChart;
import org.isogloss.neural.TrainingLog;

/** Curves of several trainings in one chart. */
public final class TrainingCharts {
  private TrainingCharts() {}

  /**
   * Adds the curves of losses and of the selection criterion; only losses for trainings that end
   * with their last state.
   *
   * @param logs logs by name of the training; missing ones are skipped
   * @param criterion name of the selection criterion
   * @param measure unit of the criterion
   * @param chance what guessing achieves, which is drawn too, if it is known
   */
  public static void add(
      HtmlReport report,
      SequencedMap<String, Path> logs,
      String criterion,
      String measure,
      OptionalDouble chance) {
    addLosses(report, logs);
    SequencedMap<String, SortedMap<Long, Double>> scores = new LinkedHashMap<>();
    curves(logs).forEach((name, one) -> scores.put(name, one.scores()));
    add(report, new LineChart(criterion, "step", measure), scores, chance);
  }

  /** Adds the curves of losses. */
  public static void addLosses(HtmlReport report, SequencedMap<String, Path> logs) {
    SequencedMap<String, SortedMap<Long, Double>> losses = new LinkedHashMap<>();
    curves(logs).forEach((name, one) -> losses.put(name, one.losses()));
    add(report, new LineChart("Loss of each row", "step", "loss"), losses, OptionalDouble.empty());
  }

  /**
   * Adds the curves of a part of the loss; nothing if no training has it.
   *
   * @param caption caption
   * @param measure unit of the part
   * @param part name of the part in the log
   * @param chance what guessing achieves, which is drawn too, if it is known
   */
  public static void addParts(
      HtmlReport report,
      SequencedMap<String, Path> logs,
      String caption,
      String measure,
      String part,
      OptionalDouble chance) {
    SequencedMap<String, SortedMap<Long, Double>> parts = new LinkedHashMap<>();
    curves(logs)
        .forEach((name, one) -> parts.put(name, one.parts().getOrDefault(part, new TreeMap<>())));
    add(report, new LineChart(caption, "step", measure), parts, chance);
  }

  /** Adds a chart of the curves that have two points or more, if there is one. */
  private static void add(
      HtmlReport report,
      LineChart chart,
      SequencedMap<String, SortedMap<Long, Double>> curves,
      OptionalDouble chance) {
    curves.values().removeIf(points -> points.size() < 2);
    if (curves.isEmpty()) {
      return;
    }
    curves.forEach(
        (name, points) ->
            chart.series(
                name,
                points.keySet().stream().mapToDouble(Long::doubleValue).toArray(),
                points.values().stream().mapToDouble(Double::doubleValue).toArray()));
    if (chance.isPresent()) {
      double first =
          curves.values().stream()
              .mapToDouble(points -> points.firstKey().doubleValue())
              .min()
              .orElseThrow();
      double last =
          curves.values().stream()
              .mapToDouble(points -> points.lastKey().doubleValue())
              .max()
              .orElseThrow();
      double level = chance.getAsDouble();
      chart.series("chance", new double[] {first, last}, new double[] {level, level});
    }
    report.figure(chart);
  }

  private static SequencedMap<String, TrainingLog.LearningCurves> curves(
      SequencedMap<String, Path> logs) {
    SequencedMap<String, TrainingLog.LearningCurves> curves = new LinkedHashMap<>();
    logs.forEach(
        (name, log) -> {
          if (Files.exists(log)) {
            curves.put(name, TrainingLog.read(log));
          }
        });
    return curves;
  }
}
