package org.isogloss.papers;

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

/** Where a paper's run keeps the models that it trains, their checkpoints and their logs. */
public final class WorkFolder {
  private final Path folder;
  private final int threads;
  private final boolean keepModels;

  /** That of a run. */
  public WorkFolder(PaperOptions options) {
    this.folder = requireNonNull(options, "options is null").work();
    this.threads = options.threads();
    this.keepModels = options.keepModels();
  }

  /** Where a training's curves are told. */
  public Path log(String training) {
    return folder.resolve(training + ".training.jsonl");
  }

  /** The folder of a model, there or not. */
  public Path model(String name) {
    return folder.resolve("models").resolve(name);
  }

  /** A file of data that is made for this run. */
  public Path data(String file) {
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
      PaperRecipe<?> recipe,
      Supplier<Map<String, String>> variables,
      TrainingListener listener) {
    Path model = model(name);
    if (!Files.exists(model)) {
      Recipe read = recipe.read(name, variables.get());
      Torch.setThreads(threads);
      read.train(
          checkpoints(name),
          model,
          recipe.asRun(),
          TrainingListener.all(List.of(new TrainingLog(log(name)), listener)));
    }
    return model;
  }

  private Path checkpoints(String name) {
    return folder.resolve(name + ".work");
  }

  /** Deletes what a measured model no longer needs. */
  public void discard(String name) {
    FolderTree.deleteIfExists(checkpoints(name));
    if (!keepModels) {
      FolderTree.deleteIfExists(model(name));
    }
  }
}
