// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl.task;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.papers.experiment.ExperimentFolder;
import org.isogloss.papers.experiment.MeasurementStore;
import org.isogloss.papers.experiment.SystemMeasurements;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;

/**
 * Fine-tunes a model on each task with several seeds, and measures the results. What is finished is
 * stored, so that a killed run continues after it.
 */
public final class TaskExperiments {
  private final PaperOptions options;
  private final List<UnderstandingTask> tasks;
  private final TaskSizes sizes;
  private final TaskRecipes recipes;
  private final ExperimentFolder work;

  /**
   * Creates the experiments.
   *
   * @param tasks the tasks; those whose files do not exist are left out
   */
  public TaskExperiments(PaperOptions options, Set<UnderstandingTask> tasks) {
    this.options = requireNonNull(options, "options is null");
    this.tasks = tasks.stream().sorted().filter(task -> task.existsIn(options.data())).toList();
    this.sizes = TaskSizes.of(options.scale());
    this.recipes = new TaskRecipes(sizes);
    this.work = new ExperimentFolder(options);
  }

  /** Returns the tasks whose files exist. */
  public List<UnderstandingTask> tasks() {
    return tasks;
  }

  /** Number of seeds over which figures are averaged. */
  public int seeds() {
    return sizes.seeds();
  }

  /** Returns the settings of the tasks, for reports and finished rows; none without tasks. */
  public SequencedMap<String, String> settings() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    for (UnderstandingTask task : tasks) {
      settings.put(
          "recipe of " + task.key(), recipes.of(task, options.seed()).description().toString());
    }
    if (!tasks.isEmpty()) {
      settings.put("seeds of tasks", Integer.toString(sizes.seeds()));
      settings.put(
          "test items of tasks in a language",
          sizes.tests() == Integer.MAX_VALUE ? "all" : "at most " + sizes.tests());
    }
    return settings;
  }

  /** Whether all figures of a model are stored. */
  public boolean areFinished(String model, MeasurementStore rows) {
    return tasks.stream()
        .allMatch(
            task -> seedKeys(model, task).stream().allMatch(key -> rows.find(key).isPresent()));
  }

  private List<String> seedKeys(String model, UnderstandingTask task) {
    List<String> keys = new ArrayList<>();
    for (int seed = 0; seed < sizes.seeds(); seed++) {
      keys.add(model + '-' + task.key() + '-' + (options.seed() + seed));
    }
    return keys;
  }

  /**
   * Fine-tunes and measures the models that are not finished yet.
   *
   * @param name the name of the model in files
   * @param model the folder of the model
   */
  public void run(String name, Path model, MeasurementStore rows, PaperListener listener) {
    TaskMeasurement measurement =
        new TaskMeasurement(
            options.data(),
            sizes.tests(),
            InferenceOptions.defaults()
                .withThreads(options.threads())
                .withPrecision(Precision.FP32),
            listener);
    for (UnderstandingTask task : tasks) {
      List<String> keys = seedKeys(name, task);
      for (int i = 0; i < keys.size(); i++) {
        String key = keys.get(i);
        long seed = options.seed() + i;
        rows.findOrMeasure(
            key,
            () -> {
              listener.messageReported("fine-tuning on " + task.key() + ", seed " + seed);
              Path tuned =
                  work.train(
                      key,
                      recipes.of(task, seed),
                      () -> paths(key, model),
                      listener.trainingListener());
              SystemMeasurements measured = measurement.of(task, tuned);
              work.discardModel(key);
              return measured;
            });
      }
    }
  }

  private Map<String, String> paths(String name, Path model) {
    return Map.of("name", name, "base", model.toString(), "data", options.data().toString());
  }

  /** Returns the figures of a model for all tasks, each the mean over the seeds. */
  public SystemMeasurements means(String name, MeasurementStore rows) {
    SortedMap<String, SortedMap<String, double[]>> values = new TreeMap<>();
    SortedMap<String, SortedMap<String, Double>> figures = new TreeMap<>();
    double share = 1.0 / sizes.seeds();
    for (SystemMeasurements measured : seeds(name, rows)) {
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

  private List<SystemMeasurements> seeds(String name, MeasurementStore rows) {
    return tasks.stream()
        .flatMap(task -> seedKeys(name, task).stream())
        .map(key -> rows.find(key).orElseThrow())
        .toList();
  }

  /**
   * Returns the standard deviation over the seeds of a model's average over the languages of a
   * task.
   */
  public double deviation(String name, UnderstandingTask task, MeasurementStore rows) {
    double[] averages =
        seedKeys(name, task).stream()
            .mapToDouble(key -> rows.find(key).orElseThrow().macroAverage(task.key()))
            .toArray();
    double mean = Arrays.stream(averages).average().orElseThrow();
    double squares = Arrays.stream(averages).map(average -> Math.pow(average - mean, 2)).sum();
    return Math.sqrt(squares / Math.max(1, averages.length - 1));
  }
}
