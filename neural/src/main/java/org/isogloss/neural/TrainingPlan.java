package org.isogloss.neural;

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
public record TrainingPlan(
    long steps,
    @Default("1") int accumulate,
    @Default("0") double clip,
    @Default("500") long validateEvery,
    @Default("0") int patience,
    @Default("180") long checkpointSeconds,
    @Default("50") long logEvery,
    @Default("false") boolean validateFirst) {
  public TrainingPlan {
    Checks.atLeast("steps", steps, 1);
    Checks.atLeast("accumulate", accumulate, 1);
    Checks.inside("clip", clip, 0, Double.MAX_VALUE);
    Checks.atLeast("validate-every", validateEvery, 0);
    Checks.atLeast("patience", patience, 0);
    Checks.atLeast("checkpoint-seconds", checkpointSeconds, 1);
    Checks.atLeast("log-every", logEvery, 1);
  }

  /** So many steps, and all else as where a recipe says nothing. */
  public static TrainingPlan of(long steps) {
    return new TrainingPlan(steps, 1, 0, 500, 0, 180, 50, false);
  }
}
