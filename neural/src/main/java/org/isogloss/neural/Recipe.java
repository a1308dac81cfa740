package org.isogloss.neural;

import java.nio.file.Path;
import org.isogloss.neural.recipe.RecipeReader;

/** How to train a model, as a file says it. */
public interface Recipe {
  /** Of the model. */
  String name();

  /** Decides everything that is left to chance. */
  long seed();

  /**
   * Trains, and writes the best model that validation saw.
   *
   * @param workFolder folder for checkpoints and what is prepared; a run that was interrupted goes
   *     on from there
   * @param modelFolder where the model folder will be
   * @param recipeText the recipe's text: {@link RecipeReader#effectiveText}
   */
  void train(Path workFolder, Path modelFolder, String recipeText, TrainingListener listener);
}
