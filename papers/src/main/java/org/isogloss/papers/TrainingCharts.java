package org.isogloss.papers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SequencedMap;
import java.util.SortedMap;
import org.isogloss.measure.HtmlReport;
import org.isogloss.measure.LineChart;
import org.isogloss.neural.TrainingLog;

/** Curves of several trainings beside each other. */
public final class TrainingCharts {
  private TrainingCharts() {}

  /**
   * Adds the curves of losses and of what decides which state is kept.
   *
   * @param logs by the trainings' names; one that is not there is passed over
   * @param validated what decides it
   * @param measure its unit
   */
  public static void add(
      HtmlReport report, SequencedMap<String, Path> logs, String validated, String measure) {
    LineChart loss = new LineChart("Loss, as each row has it", "step", "loss");
    LineChart found = new LineChart(validated, "step", measure);
    logs.forEach(
        (name, log) -> {
          if (Files.exists(log)) {
            TrainingLog.Curves curves = TrainingLog.read(log);
            add(loss, name, curves.losses());
            add(found, name, curves.scores());
          }
        });
    report.figure(loss).figure(found);
  }

  /** Adds the curves of losses, of trainings that end with their last state. */
  public static void addLosses(HtmlReport report, SequencedMap<String, Path> logs) {
    LineChart loss = new LineChart("Loss, as each row has it", "step", "loss");
    logs.forEach(
        (name, log) -> {
          if (Files.exists(log)) {
            add(loss, name, TrainingLog.read(log).losses());
          }
        });
    report.figure(loss);
  }

  private static void add(LineChart chart, String name, SortedMap<Long, Double> points) {
    chart.series(
        name,
        points.keySet().stream().mapToDouble(Long::doubleValue).toArray(),
        points.values().stream().mapToDouble(Double::doubleValue).toArray());
  }
}
