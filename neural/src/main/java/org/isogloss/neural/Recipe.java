// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural;

import java.nio.file.Path;
import org.isogloss.neural.recipe.RecipeReader;

/** Describes how to train a model, as read from a recipe file. */
public interface Recipe {
  /** Returns the name of the model. */
  String name();

  /** Returns the seed of all random decisions. */
  long seed();

  /**
   * Trains, and writes the model of the best validation score.
   *
   * @param workFolder folder for checkpoints and prepared data; an interrupted run resumes from it
   * @param modelFolder the model folder to create
   * @param recipeText text of the recipe: {@link RecipeReader#effectiveText}
   * @param listener receives the progress
   * @throws TrainingException also if another training uses the work folder
   */
  @SuppressWarnings("try") // The lock is only held.
  default void train(
      Path workFolder, Path modelFolder, String recipeText, TrainingListener listener) {
    try (WorkFolderLock lock = WorkFolderLock.acquire(workFolder)) {
      trainLocked(workFolder, modelFolder, recipeText, listener);
    }
  }

  /**
   * Trains like {@link #train}, which calls this method while no other training uses the folder.
   */
  void trainLocked(Path workFolder, Path modelFolder, String recipeText, TrainingListener listener);
}
