// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.cli.training;

import java.nio.file.Path;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.measure.report.HtmlReport;
import org.isogloss.measure.report.LineChart;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingLog;

/** Draws the curves of a training log. */
final class TrainingLogReport {
  private TrainingLogReport() {}

  static HtmlReport toReport(Recipe recipe, Path log) {
    TrainingLog.LearningCurves curves = TrainingLog.read(log);
    HtmlReport report = new HtmlReport("Training of " + recipe.name());
    report.figure(
        line(
            new LineChart("Loss, mean since the previous point", "step", "loss"), curves.losses()));
    if (!curves.scores().isEmpty()) {
      report.figure(line(new LineChart("Validation", "step", "score"), curves.scores()));
    }
    return report.provenance(
        new TreeMap<>(Map.of("recipe", recipe.name(), "seed", Long.toString(recipe.seed()))));
  }

  private static LineChart line(LineChart chart, SortedMap<Long, Double> points) {
    return chart.series(
        "training",
        points.keySet().stream().mapToDouble(Long::doubleValue).toArray(),
        points.values().stream().mapToDouble(Double::doubleValue).toArray());
  }
}
