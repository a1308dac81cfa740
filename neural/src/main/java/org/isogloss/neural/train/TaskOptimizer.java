// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

import static java.util.Objects.requireNonNull;

import org.isogloss.neural.optimizer.LearningRateSchedule;
import org.isogloss.neural.optimizer.Optimizer;

/**
 * An optimizer that makes the steps of one of several alternating tasks, in place of the common
 * optimizers. Its tensors may be among those of the common optimizers; it keeps moments of its own.
 *
 * @param task name of the task
 * @param optimizer the optimizer
 * @param schedule schedule of its learning rate over all steps of the training
 */
public record TaskOptimizer(String task, Optimizer optimizer, LearningRateSchedule schedule) {
  public TaskOptimizer {
    requireNonNull(task, "task is null");
    requireNonNull(optimizer, "optimizer is null");
    requireNonNull(schedule, "schedule is null");
  }
}
