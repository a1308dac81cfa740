// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.optimizer;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * How the learning rate changes during training: linear warm-up, then decay.
 *
 * @param kind shape of the decay
 * @param warmUp number of steps in which the rate rises linearly; 0 for no warm-up
 * @param floor lower limit of the decay, as a fraction of the learning rate
 */
public record LearningRateSchedule(
    @Default("linear") Kind kind, @Default("0") long warmUp, @Default("0") double floor) {
  /** Shape of the decay. */
  public enum Kind {
    CONSTANT,
    LINEAR,
    COSINE,
    /** Proportional to the inverse square root of the step (Vaswani et al. 2017, equation 3). */
    INVERSE
  }

  public LearningRateSchedule {
    requireNonNull(kind, "kind is null");
    RecipeChecks.requireAtLeast("warm-up", warmUp, 0);
    RecipeChecks.requireInRange("floor", floor, 0, 1);
  }

  /**
   * Returns the factor of the learning rate at a step.
   *
   * @param step index of the step, from 0
   * @param steps total number of steps
   * @return a factor in [0, 1]
   */
  public double factor(long step, long steps) {
    if (step < warmUp) {
      return (step + 1.0) / warmUp;
    }
    double progress = Math.min(1, (double) (step - warmUp) / Math.max(1, steps - warmUp));
    double decay =
        switch (kind) {
          case CONSTANT -> 1;
          case LINEAR -> 1 - progress;
          case COSINE -> 0.5 + 0.5 * Math.cos(Math.PI * progress);
          case INVERSE -> Math.sqrt(Math.max(1.0, (double) warmUp) / Math.max(1.0, (double) step));
        };
    return floor + (1 - floor) * decay;
  }
}
