// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.optimizer;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The factor of the learning rate over the steps: linear warm-up, then decay.
 *
 * @param kind kind of the decay
 * @param warmUp steps of the warm-up; 0 for none
 * @param floor factor at the end
 */
public record LearningRateSchedule(
    @Default("linear") Kind kind, @Default("0") long warmUp, @Default("0") double floor) {
  /** The kind of the decay. */
  public enum Kind {
    CONSTANT,
    LINEAR,
    COSINE,
    /** The inverse square root of the step (Vaswani et al. 2017, equation 3). */
    INVERSE
  }

  public LearningRateSchedule {
    requireNonNull(kind, "kind is null");
    RecipeChecks.requireAtLeast("warm-up", warmUp, 0);
    RecipeChecks.requireInRange("floor", floor, 0, 1);
  }

  /**
   * Returns the factor of the learning rate.
   *
   * @param step from 0
   * @param steps number of all steps
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
