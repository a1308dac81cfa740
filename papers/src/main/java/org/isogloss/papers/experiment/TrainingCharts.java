// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.SortedMap;
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
   */
  public static void add(
      HtmlReport report, SequencedMap<String, Path> logs, String criterion, String measure) {
    addLosses(report, logs);
    LineChart found = new LineChart(criterion, "step", measure);
    SequencedMap<String, TrainingLog.LearningCurves> curves = curves(logs);
    curves.forEach((name, one) -> add(found, name, one.scores()));
    if (curves.values().stream().anyMatch(one -> !one.scores().isEmpty())) {
      report.figure(found);
    }
  }

  /** Adds the curves of losses. */
  public static void addLosses(HtmlReport report, SequencedMap<String, Path> logs) {
    LineChart loss = new LineChart("Loss of each row", "step", "loss");
    curves(logs).forEach((name, one) -> add(loss, name, one.losses()));
    report.figure(loss);
  }

  /**
   * Adds the curves of a part of the loss; nothing if no training has it.
   *
   * @param caption caption
   * @param measure unit of the part
   * @param part name of the part in the log
   */
  public static void addParts(
      HtmlReport report,
      SequencedMap<String, Path> logs,
      String caption,
      String measure,
      String part) {
    LineChart chart = new LineChart(caption, "step", measure);
    boolean found = false;
    for (Map.Entry<String, TrainingLog.LearningCurves> one : curves(logs).entrySet()) {
      SortedMap<Long, Double> points = one.getValue().parts().get(part);
      if (points != null) {
        add(chart, one.getKey(), points);
        found = true;
      }
    }
    if (found) {
      report.figure(chart);
    }
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

  private static void add(LineChart chart, String name, SortedMap<Long, Double> points) {
    chart.series(
        name,
        points.keySet().stream().mapToDouble(Long::doubleValue).toArray(),
        points.values().stream().mapToDouble(Double::doubleValue).toArray());
  }
}
