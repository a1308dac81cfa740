package org.isogloss.neural.optimizer;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * How the learning rate goes over the steps: up in a line, then down.
 *
 * @param kind how it goes down
 * @param warmUp steps of the way up; 0 for none
 * @param floor what is left of the learning rate at the end, as a share of it
 */
public record LearningRateSchedule(
    @Default("linear") Kind kind, @Default("0") long warmUp, @Default("0") double floor) {
  /** How the learning rate goes down. */
  public enum Kind {
    CONSTANT,
    LINEAR,
    COSINE,
    /** With the inverse square root of the step (Vaswani et al. 2017, equation 3). */
    INVERSE
  }

  public LearningRateSchedule {
    requireNonNull(kind, "kind is null");
    RecipeChecks.requireAtLeast("warm-up", warmUp, 0);
    RecipeChecks.requireInRange("floor", floor, 0, 1);
  }

  /**
   * What the learning rate is multiplied by.
   *
   * @param step from 0
   * @param steps how many there will be
   * @return in [0, 1]
   */
  public double factor(long step, long steps) {
    if (step < warmUp) {
      return (step + 1.0) / warmUp;
    }
    double done = Math.min(1, (double) (step - warmUp) / Math.max(1, steps - warmUp));
    double left =
        switch (kind) {
          case CONSTANT -> 1;
          case LINEAR -> 1 - done;
          case COSINE -> 0.5 + 0.5 * Math.cos(Math.PI * done);
          case INVERSE -> Math.sqrt(Math.max(1.0, (double) warmUp) / Math.max(1.0, (double) step));
        };
    return floor + (1 - floor) * left;
  }
}
