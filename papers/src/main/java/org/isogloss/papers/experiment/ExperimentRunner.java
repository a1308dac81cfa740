// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.isogloss.core.io.FileErrors;
import org.isogloss.core.io.FolderTree;
import org.isogloss.modelio.ModelFolder;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.TrainingLog;
import org.isogloss.neural.batch.PairSampler;
import org.isogloss.neural.torch.Torch;
import org.isogloss.papers.ModelFingerprints;
import org.isogloss.papers.PaperListener;
import org.isogloss.papers.PaperOptions;
import org.isogloss.runtime.InferenceOptions;
import org.isogloss.runtime.export.Precision;

/**
 * Runs the rows of a paper in a work folder: it trains models, stores the measurements of finished
 * rows, and reports progress. An interrupted run continues after its last finished row, and in a
 * training at its last checkpoint.
 */
public final class ExperimentRunner {
  private final PaperOptions options;
  private final PaperListener listener;
  private final ExperimentSizes sizes;
  private MeasurementStore store;
  private int rows;
  private int started;

  /** Creates a runner for one run. */
  public ExperimentRunner(PaperOptions options, PaperListener listener, ExperimentSizes sizes) {
    this.options = requireNonNull(options, "options is null");
    this.listener = requireNonNull(listener, "listener is null");
    this.sizes = requireNonNull(sizes, "sizes is null");
  }

  public PaperOptions options() {
    return options;
  }

  public PaperListener listener() {
    return listener;
  }

  public ExperimentSizes sizes() {
    return sizes;
  }

  /** Returns options for models that are measured. */
  public InferenceOptions inference(Precision precision) {
    return new InferenceOptions(options.threads(), precision, options.device());
  }

  /**
   * Returns random numbers of this run.
   *
   * @param stream number of the random choice, so that each has a seed of its own
   */
  public Random random(int stream) {
    return new Random(PairSampler.mixSeeds(options.seed(), stream));
  }

  /** Adds a model to the settings of a run: its name and its fingerprint. */
  public static void describe(String role, ModelFolder model, Map<String, String> settings) {
    settings.put(role, model.manifest().name());
    settings.put(role + "'s fingerprint", model.fingerprint());
  }

  /** Returns the settings that all runs without a base have: data, scale and seed. */
  public SequencedMap<String, String> settings() {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    settings.put("data", options.describeData());
    settings.put("scale", options.scale().name().toLowerCase(Locale.ROOT));
    settings.put("seed", Long.toString(options.seed()));
    return settings;
  }

  /** Returns the settings that all runs with a base have. */
  public SequencedMap<String, String> settings(ModelFolder base) {
    SequencedMap<String, String> settings = new LinkedHashMap<>();
    describe("base", base, settings);
    settings.put(PrecisionComparison.SETTING, options.precision().label());
    settings.putAll(settings());
    return settings;
  }

  /**
   * Opens the measurements of the work folder.
   *
   * @param settings all settings on which figures depend
   * @param count number of rows that are reported
   * @throws org.isogloss.core.IsoglossException if its rows were measured with other settings
   */
  public void start(Map<String, String> settings, int count) {
    store = MeasurementStore.open(options.work(), settings);
    rows = count;
  }

  private MeasurementStore store() {
    return requireNonNull(store, "the run is not started");
  }

  /**
   * Reports a row, and returns its measurements; measures it if it is not finished.
   *
   * @param label name of the row in tables
   * @param key name of the row in files
   */
  public SystemMeasurements row(String label, String key, Supplier<SystemMeasurements> measuring) {
    reportRow(label, isFinished(key));
    return findOrMeasure(key, measuring);
  }

  /** Returns the measurements of a system; measures and stores them if it is not finished. */
  public SystemMeasurements findOrMeasure(String key, Supplier<SystemMeasurements> measuring) {
    return store().findOrMeasure(key, measuring);
  }

  /** Returns whether a system is finished. */
  public boolean isFinished(String key) {
    return store().find(key).isPresent();
  }

  /** Returns the measurements of a finished system. */
  public SystemMeasurements finished(String key) {
    return store().find(key).orElseThrow();
  }

  /** Reports a row that something else measures. */
  public void reportRow(String label, boolean finished) {
    listener.rowStarted(label, ++started, rows, finished);
  }

  /** Returns the log of a training. */
  public Path logFile(String training) {
    return options.work().resolve(training + ".training.jsonl");
  }

  /** Returns the logs of trainings by what names them in charts. */
  public <T> SequencedMap<String, Path> logFiles(
      Collection<T> trainings, Function<T, String> label, Function<T, String> name) {
    SequencedMap<String, Path> logs = new LinkedHashMap<>();
    trainings.forEach(one -> logs.put(label.apply(one), logFile(name.apply(one))));
    return logs;
  }

  /** Returns the folder of a model, whether it exists or not. */
  public Path modelFolder(String name) {
    return options.work().resolve("models").resolve(name);
  }

  /** Returns a data file that is created for this run; its folder exists. */
  public Path dataFile(String file) {
    Path folder = options.work().resolve("data");
    try {
      Files.createDirectories(folder);
    } catch (IOException e) {
      throw FileErrors.cannotWrite(folder, e);
    }
    return folder.resolve(file);
  }

  private Path scoreFile(String system) {
    return options.work().resolve("scores").resolve(system + ".txt");
  }

  /**
   * Returns the scores of a system, an array for each query. An interrupted run continues after the
   * last scored query.
   *
   * @param sizes number of scores of each query
   * @param activity the activity for reports of progress, such as "Scoring documents"
   * @param unit the name of a query in them
   * @param scoring scores a query by its position
   */
  public List<float[]> scores(
      String system,
      List<Integer> sizes,
      String activity,
      String unit,
      IntFunction<float[]> scoring) {
    try (ScoreCheckpoint scored = ScoreCheckpoint.open(scoreFile(system))) {
      scored.requireSizes(sizes);
      for (int query = scored.size(); query < sizes.size(); query++) {
        scored.add(scoring.apply(query));
        listener.progressReported(activity, unit, query + 1L, sizes.size());
      }
      return scored.scores();
    }
  }

  /** Returns the scores that the work folder has of a system; none if there is no file. */
  public List<float[]> storedScores(String system) {
    if (!Files.exists(scoreFile(system))) {
      return List.of();
    }
    try (ScoreCheckpoint scored = ScoreCheckpoint.open(scoreFile(system))) {
      return scored.scores();
    }
  }

  /** Deletes the scores of a system. */
  public void discardScores(String system) {
    FolderTree.deleteIfExists(scoreFile(system));
  }

  /**
   * Returns a recipe of trainings, whose variables are the sizes, {@code seed} and further ones;
   * each training adds {@code training}, its name, {@code base} and {@code data}.
   */
  public <R extends Record & Recipe> RecipeTemplate<R> recipe(
      String text, Class<R> type, Map<String, String> variables, List<String> overrides) {
    Map<String, String> all = new HashMap<>(sizes.variables());
    all.put("seed", Long.toString(options.seed()));
    all.putAll(variables);
    Map<String, String> locations = new HashMap<>(Map.of("data", options.data().toString()));
    options.base().ifPresent(base -> locations.put("base", base.toString()));
    return new RecipeTemplate<>(text, type, all, locations, overrides);
  }

  /**
   * Trains a model if it does not exist; an interrupted training continues at its last checkpoint.
   *
   * @param variables further variables of the recipe, evaluated only if there is something to train
   * @return the model folder
   */
  public Path train(
      String name, RecipeTemplate<?> recipe, Supplier<Map<String, String>> variables) {
    Path model = modelFolder(name);
    if (!Files.exists(model)) {
      Recipe read = recipe.read(name, variables.get());
      Torch.setThreads(options.threads());
      read.train(checkpointFolder(name), model, recipe.textWithOverrides(), loggingTraining(name));
    }
    // Also if the run was stopped after the training.
    new ModelFingerprints(options.work()).record(name, model);
    return model;
  }

  /** Returns a listener that logs a training and passes its progress on. */
  public TrainingListener loggingTraining(String name) {
    return TrainingListener.all(
        List.of(new TrainingLog(logFile(name)), listener.trainingListener()));
  }

  /** Returns the folder of the checkpoints of a training. */
  public Path checkpointFolder(String name) {
    return options.work().resolve(name + ".work");
  }

  /** Deletes files that a measured model no longer needs. */
  public void discardModel(String name) {
    FolderTree.deleteIfExists(checkpointFolder(name));
    if (!options.keepModels()) {
      FolderTree.deleteIfExists(modelFolder(name));
    }
  }
}
