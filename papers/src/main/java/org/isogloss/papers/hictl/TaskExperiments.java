// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.papers.experiment.ExperimentRunner;
import org.isogloss.papers.experiment.ExperimentSizes;
import org.isogloss.papers.experiment.SystemMeasurements;

/**
 * Fine-tunes a model on each task with several seeds, and measures the results. Finished results
 * are stored, so that a killed run continues after them.
 */
final class TaskExperiments {
  private final ExperimentRunner runner;
  private final List<UnderstandingTask> tasks;
  private final ExperimentSizes sizes;
  private final TaskRecipes recipes;

  /**
   * Creates the experiments.
   *
   * @param tasks the tasks; those whose files do not exist are left out
   */
  TaskExperiments(ExperimentRunner runner, Set<UnderstandingTask> tasks) {
    this.runner = runner;
    this.tasks =
        tasks.stream().sorted().filter(task -> task.existsIn(runner.options().data())).toList();
    this.sizes = ExperimentSizes.of(HictlPaper.class, "task-sizes.yaml", runner.options().scale());
    this.recipes = new TaskRecipes(runner, sizes);
  }

  /** Returns the tasks whose files exist. */
  List<UnderstandingTask> tasks() {
    return tasks;
  }

  /** Number of seeds over which figures are averaged. */
  int seeds() {
    return sizes.count("seeds");
  }

  /** Returns the settings of the tasks, for reports and finished rows; none without tasks. */
  SequencedMap<String, String> settings() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    for (UnderstandingTask task : tasks) {
      settings.put(
          "recipe of " + task.key(),
          recipes.of(task, runner.options().seed()).description().toString());
    }
    if (!tasks.isEmpty()) {
      settings.putAll(sizes.description());
    }
    return settings;
  }

  /** Whether all figures of a model are stored. */
  boolean areFinished(String model) {
    return tasks.stream()
        .allMatch(task -> seedKeys(model, task).stream().allMatch(key -> runner.isFinished(key)));
  }

  private List<String> seedKeys(String model, UnderstandingTask task) {
    List<String> keys = new ArrayList<>();
    for (int seed = 0; seed < seeds(); seed++) {
      keys.add(model + '-' + task.key() + '-' + (runner.options().seed() + seed));
    }
    return keys;
  }

  /**
   * Fine-tunes and measures the models that are not finished yet.
   *
   * @param name the name of the model in files
   * @param model the folder of the model
   */
  void run(String name, Path model) {
    TaskMeasurement measurement = new TaskMeasurement(runner, sizes.count("tests"));
    for (UnderstandingTask task : tasks) {
      List<String> keys = seedKeys(name, task);
      for (int i = 0; i < keys.size(); i++) {
        String key = keys.get(i);
        long seed = runner.options().seed() + i;
        runner.findOrMeasure(
            key,
            () -> {
              runner.listener().messageReported("fine-tuning on " + task.key() + ", seed " + seed);
              Path tuned =
                  runner.train(key, recipes.of(task, seed), () -> Map.of("base", model.toString()));
              SystemMeasurements measured = measurement.of(task, tuned);
              runner.discardModel(key);
              return measured;
            });
      }
    }
  }

  /** Returns the figures of a model for all tasks, each the mean over the seeds. */
  SystemMeasurements means(String name) {
    SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>();
    SortedMap<String, SortedMap<String, Double>> figures = new TreeMap<>();
    double share = 1.0 / seeds();
    for (SystemMeasurements measured : seeds(name)) {
      measured
          .values()
          .forEach(
              (benchmark, parts) ->
                  parts.forEach(
                      (part, items) ->
                          add(
                              values
                                  .computeIfAbsent(benchmark, key -> new TreeMap<>())
                                  .computeIfAbsent(part, key -> new double[items.length]),
                              items,
                              share)));
      measured
          .figures()
          .forEach(
              (benchmark, parts) ->
                  parts.forEach(
                      (part, figure) ->
                          figures
                              .computeIfAbsent(benchmark, key -> new TreeMap<>())
                              .merge(part, figure * share, Double::sum)));
    }
    return new SystemMeasurements(values, figures);
  }

  private static void add(double[] sums, double[] items, double share) {
    for (int i = 0; i < sums.length; i++) {
      sums[i] += items[i] * share;
    }
  }

  private List<SystemMeasurements> seeds(String name) {
    return tasks.stream()
        .flatMap(task -> seedKeys(name, task).stream())
        .map(runner::finished)
        .toList();
  }

  /** Returns a figure of a model with each seed: its average over the languages. */
  double[] ofSeeds(String name, String figure) {
    return tasks.stream()
        .flatMap(task -> seedKeys(name, task).stream())
        .map(runner::finished)
        .filter(measured -> measured.has(figure))
        .mapToDouble(measured -> measured.macroAverage(figure))
        .toArray();
  }
}
