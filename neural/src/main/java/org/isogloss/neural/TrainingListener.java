package org.isogloss.neural;

import java.time.Duration;

/** Hears how training goes. */
public interface TrainingListener {
  /** A listener that does nothing. */
  TrainingListener NONE = new TrainingListener() {};

  /**
   * Where training stands.
   *
   * @param step steps made
   * @param steps steps there will be
   * @param loss mean over the steps since the last report
   * @param learningRateFactor what the schedule says
   * @param stepsPerSecond since the last report
   * @param left how long the rest will take
   */
  record Progress(
      long step,
      long steps,
      double loss,
      double learningRateFactor,
      double stepsPerSecond,
      Duration left) {}

  /** Some steps were made. */
  default void progressed(Progress progress) {}

  /** The model was validated. */
  default void validated(long step, Validation.Outcome outcome, boolean best) {}

  /** Something else to tell, one line. */
  default void said(String message) {}
}
