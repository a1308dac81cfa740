// SPDX-License-Identifier: Apache-2.0
// Copyright the Isogloss authors
package org.isogloss.neural.train;

/**
 * How far a training is, in steps and, if its time is limited, in time: the number of steps that
 * the limit allows is then estimated from the time of the steps so far.
 */
final class TrainingProgress {
  private static final double NANOS_PER_SECOND = 1e9;

  private final long maxSteps;
  private final long maxNanos;
  private long steps;
  private long nanos;

  /** Creates the progress of a training that has made no step yet. */
  TrainingProgress(TrainingOptions options) {
    this.maxSteps = options.steps();
    this.maxNanos =
        options.seconds() == 0 ? Long.MAX_VALUE : Math.round(options.seconds() * NANOS_PER_SECOND);
  }

  /** Continues from a number of steps and their time in seconds. */
  void resume(long steps, double seconds) {
    this.steps = steps;
    this.nanos = Math.round(seconds * NANOS_PER_SECOND);
  }

  /** Adds a step that took some nanoseconds. */
  void addStep(long nanos) {
    this.steps++;
    this.nanos += nanos;
  }

  /** Returns the number of steps so far. */
  long steps() {
    return steps;
  }

  /** Returns the time of these steps. */
  double seconds() {
    return nanos / NANOS_PER_SECOND;
  }

  /** Returns the number of steps of the whole training, estimated if its time is limited. */
  long expectedSteps() {
    if (maxNanos == Long.MAX_VALUE || nanos == 0) {
      return maxSteps;
    }
    double estimate = (double) steps * maxNanos / nanos;
    return Math.min(maxSteps, Math.max(steps, Math.round(estimate)));
  }

  boolean isOver() {
    return steps >= maxSteps || nanos >= maxNanos;
  }
}
