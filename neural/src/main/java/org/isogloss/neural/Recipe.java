package org.isogloss.neural;

import java.nio.file.Path;

/** How to train a model, as a file says it. */
public interface Recipe {
  /** Of the model. */
  String name();

  /** Decides everything that is left to chance. */
  long seed();

  /**
   * Trains, and writes the best model that validation saw.
   *
   * @param work folder for checkpoints and what is prepared; a run that was interrupted goes on
   *     from there
   * @param folder where the model folder will be
   * @param asRun the recipe's text: {@link RecipeReader#asRun}
   */
  void train(Path work, Path folder, String asRun, TrainingListener listener);
}
