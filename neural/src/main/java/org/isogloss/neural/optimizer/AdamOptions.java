// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.optimizer;

import org.isogloss.neural.recipe.Default;
import org.isogloss.neural.recipe.RecipeChecks;

/**
 * The hyperparameters of Adam (Kingma and Ba 2015, algorithm 1) with decoupled weight decay
 * (Loshchilov and Hutter 2019, algorithm 2).
 *
 * @param learningRate greater than 0
 * @param beta1 decay rate of the mean of the gradients, in [0, 1)
 * @param beta2 decay rate of the mean of the squared gradients, in [0, 1)
 * @param epsilon greater than 0
 * @param weightDecay fraction of each value to subtract in each step, times the learning rate; 0
 *     for no decay
 */
public record AdamOptions(
    double learningRate,
    @Default("0.9") double beta1,
    @Default("0.999") double beta2,
    @Default("1e-8") double epsilon,
    @Default("0") double weightDecay) {
  public AdamOptions {
    RecipeChecks.requirePositive("learning-rate", learningRate);
    RecipeChecks.requireInRange("beta1", beta1, 0, Math.nextDown(1));
    RecipeChecks.requireInRange("beta2", beta2, 0, Math.nextDown(1));
    RecipeChecks.requirePositive("epsilon", epsilon);
    RecipeChecks.requireInRange("weight-decay", weightDecay, 0, Double.MAX_VALUE);
  }

  /** Returns the default hyperparameters, without weight decay. */
  public static AdamOptions of(double learningRate) {
    return new AdamOptions(learningRate, 0.9, 0.999, 1e-8, 0);
  }
}
