package org.isogloss.neural.train;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * How long training goes on and what is done on the way.
 *
 * @param steps how many
 * @param accumulate batches whose gradients are summed before a step
 * @param clip greatest norm of all gradients together; 0 does not clip
 * @param validateEvery steps between validations; 0 for none but the last
 * @param patience validations without a better one after which training ends; 0 for no end before
 *     {@code steps}
 * @param checkpointSeconds seconds between checkpoints
 * @param logEvery steps between lines of the log
 * @param validateFirst whether validation comes before the first step too
 */
public record TrainingOptions(
    long steps,
    @Default("1") int accumulate,
    @Default("0") double clip,
    @Default("500") long validateEvery,
    @Default("0") int patience,
    @Default("180") long checkpointSeconds,
    @Default("50") long logEvery,
    @Default("false") boolean validateFirst) {
  public TrainingOptions {
    RecipeChecks.requireAtLeast("steps", steps, 1);
    RecipeChecks.requireAtLeast("accumulate", accumulate, 1);
    RecipeChecks.requireInRange("clip", clip, 0, Double.MAX_VALUE);
    RecipeChecks.requireAtLeast("validate-every", validateEvery, 0);
    RecipeChecks.requireAtLeast("patience", patience, 0);
    RecipeChecks.requireAtLeast("checkpoint-seconds", checkpointSeconds, 1);
    RecipeChecks.requireAtLeast("log-every", logEvery, 1);
  }

  /** So many steps, and all else as where a recipe says nothing. */
  public static TrainingOptions of(long steps) {
    return new TrainingOptions(steps, 1, 0, 500, 0, 180, 50, false);
  }
}
