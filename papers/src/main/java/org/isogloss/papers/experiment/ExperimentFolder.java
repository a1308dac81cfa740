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

/** Where a paper's run keeps the models that it trains, their checkpoints and their logs. */
public final class ExperimentFolder {
  private final Path folder;
  private final int threads;
  private final boolean keepModels;

  /** That of a run. */
  public ExperimentFolder(PaperOptions options) {
    this.folder = requireNonNull(options, "options is null").work();
    this.threads = options.threads();
    this.keepModels = options.keepModels();
  }

  /** Where a training's curves are told. */
  public Path logFile(String training) {
    return folder.resolve(training + ".training.jsonl");
  }

  /** The folder of a model, there or not. */
  public Path modelFolder(String name) {
    return folder.resolve("models").resolve(name);
  }

  /** A file of data that is made for this run. */
  public Path dataFile(String file) {
    return folder.resolve("data").resolve(file);
  }

  /**
   * Trains a model if it is not there yet; where an earlier call was stopped it goes on from its
   * last checkpoint.
   *
   * @param variables of the recipe beside its own; asked for where there is something to train
   * @return the model's folder
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

  /** Deletes what a measured model no longer needs. */
  public void discardModel(String name) {
    FolderTree.deleteIfExists(checkpointFolder(name));
    if (!keepModels) {
      FolderTree.deleteIfExists(modelFolder(name));
    }
  }
}
