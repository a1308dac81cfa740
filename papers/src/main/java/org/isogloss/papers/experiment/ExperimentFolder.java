// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.experiment;

import static java.util.Objects.requireNonNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.isogloss.core.io.FolderTree;
import org.isogloss.neural.Recipe;
import org.isogloss.neural.TrainingListener;
import org.isogloss.neural.TrainingLog;
import org.isogloss.neural.torch.Torch;
import org.isogloss.papers.PaperOptions;

/** The folder of a paper's trained models, their checkpoints and their logs. */
public final class ExperimentFolder {
  private final Path folder;
  private final int threads;
  private final boolean keepModels;

  /** Returns the folder of a run. */
  public ExperimentFolder(PaperOptions options) {
    this.folder = requireNonNull(options, "options is null").work();
    this.threads = options.threads();
    this.keepModels = options.keepModels();
  }

  /** Returns the log of a training. */
  public Path logFile(String training) {
    return folder.resolve(training + ".training.jsonl");
  }

  /** Returns the folder of a model, whether it exists or not. */
  public Path modelFolder(String name) {
    return folder.resolve("models").resolve(name);
  }

  /** Returns a data file that is created for this run. */
  public Path dataFile(String file) {
    return folder.resolve("data").resolve(file);
  }

  /**
   * Trains a model if it does not exist; an interrupted training continues at its last checkpoint.
   *
   * @param variables further variables of the recipe, evaluated only if there is something to train
   * @return the model folder
   */
  public Path train(
      String name,
      RecipeTemplate<?> recipe,
      Supplier<Map<String, String>> variables,
      TrainingListener listener) {
    Path model = modelFolder(name);
    if (!Files.exists(model)) {
      Recipe read = recipe.read(name, variables.get());
      Torch.setThreads(threads);
      read.train(
          checkpointFolder(name),
          model,
          recipe.textWithOverrides(),
          TrainingListener.all(List.of(new TrainingLog(logFile(name)), listener)));
    }
    return model;
  }

  private Path checkpointFolder(String name) {
    return folder.resolve(name + ".work");
  }

  /** Deletes files that a measured model no longer needs. */
  public void discardModel(String name) {
    FolderTree.deleteIfExists(checkpointFolder(name));
    if (!keepModels) {
      FolderTree.deleteIfExists(modelFolder(name));
    }
  }
}
