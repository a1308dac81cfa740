// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The length of a training and the intervals of validation, checkpoints and reports.
 *
 * @param steps number of steps
 * @param accumulate number of batches whose gradients are accumulated for one step
 * @param clip maximum joint norm of all gradients; 0 disables clipping
 * @param validateEvery steps between validations; 0 validates only after the last step
 * @param patience number of validations without improvement after which the training ends; 0 always
 *     trains for {@code steps}
 * @param checkpointSeconds seconds between checkpoints
 * @param logEvery steps between progress reports
 * @param average decay of the moving average of the weights, which validation and the trained model
 *     use then, such as 0.999; 0 uses the weights of the last step
 * @param seconds maximum time of the steps, without that of reading, validation and checkpoints;
 *     the learning rate then follows the number of steps that this time is estimated to allow, so
 *     that its decay ends with the training, which is not reproducible; 0 always trains for {@code
 *     steps}
 * @param validateFirst whether to validate before the first step too
 */
public record TrainingOptions(
    long steps,
    @Default("1") int accumulate,
    @Default("0") double clip,
    @Default("500") long validateEvery,
    @Default("0") int patience,
    @Default("180") long checkpointSeconds,
    @Default("50") long logEvery,
    @Default("0") double average,
    @Default("0") double seconds,
    @Default("false") boolean validateFirst) {
  public TrainingOptions {
    RecipeChecks.requireAtLeast("steps", steps, 1);
    RecipeChecks.requireAtLeast("accumulate", accumulate, 1);
    RecipeChecks.requireInRange("clip", clip, 0, Double.MAX_VALUE);
    RecipeChecks.requireAtLeast("validate-every", validateEvery, 0);
    RecipeChecks.requireAtLeast("patience", patience, 0);
    RecipeChecks.requireAtLeast("checkpoint-seconds", checkpointSeconds, 1);
    RecipeChecks.requireAtLeast("log-every", logEvery, 1);
    RecipeChecks.requireInRange("average", average, 0, Math.nextDown(1.0));
    RecipeChecks.requireInRange("seconds", seconds, 0, 1e9);
  }

  /** Returns options with a number of steps and the defaults of recipes. */
  public static TrainingOptions of(long steps) {
    return new TrainingOptions(steps, 1, 0, 500, 0, 180, 50, 0, 0, false);
  }
}
