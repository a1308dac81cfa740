// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.papers.hictl.task;

import org.isogloss.papers.ExperimentScale;

/**
 * Sizes of the fine-tuning and measurement of a task.
 *
 * @param seeds number of seeds, over which figures are averaged
 * @param pairSteps number of steps for sentence pairs
 * @param pairLearningRate learning rate of the body for sentence pairs
 * @param steps number of steps for tags and answers
 * @param examples number of examples of a batch
 * @param maxLength maximum number of tokens of a question with a part of its text; sentences have
 *     half of it
 * @param tests maximum number of test items of each language: pairs, sentences or questions
 */
record TaskSizes(
    int seeds,
    int pairSteps,
    double pairLearningRate,
    int steps,
    int examples,
    int maxLength,
    int tests) {
  static TaskSizes of(ExperimentScale scale) {
    return switch (scale) {
      case SMOKE -> new TaskSizes(2, 2, 5e-5, 2, 4, 48, 10);
      // Pairs of sentences need more steps at a higher rate: the body of an encoder has never read
      // two texts at once.
      case SMALL -> new TaskSizes(3, 800, 1e-4, 400, 16, 192, 500);
      case FULL -> new TaskSizes(3, 3_000, 5e-5, 3_000, 32, 384, Integer.MAX_VALUE);
    };
  }
}
